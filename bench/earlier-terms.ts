import type { Client } from 'pg';

/** Months that the data set holds. */
const SPAN = 24;
/** First once more every second year, so many times, then a month beside these: years fill alike, and no term ends twice on a day. */
const LAPS = 7;
const MONTHS = 12;

/** By how many months the data set's terms are moved back when they are stored for the `n`th time. */
export const monthsBack = (n: number): number => {
  const round = Math.floor(n / (LAPS * MONTHS));
  return SPAN * (1 + round * LAPS + (n % LAPS)) + (Math.floor(n / LAPS) % MONTHS);
};

/** What a closed term of an earlier year does not take over from the term it is made of. */
export const CLOSED_TERM: Readonly<Record<string, string>> = { state: `'closed'`, closed_because: `'renewed'` };

interface TermColumn {
  readonly name: string;
  readonly isDate: boolean;
}

/** What a term that is made of another takes over from it. */
export async function termColumns(client: Client): Promise<readonly TermColumn[]> {
  const { rows } = await client.query<TermColumn>(
    `select quote_ident(column_name) as name, data_type = 'date' as "isDate" from information_schema.columns
     where table_schema = 'public' and table_name = 'renewals' and is_generated = 'NEVER' and identity_generation is distinct from 'ALWAYS'
       and column_name not in ('id', 'version')`,
  );
  return rows;
}

/** Statements that store `more` terms of the same customers in earlier years; nothing more is asked for then. */
export async function earlierTerms(client: Client, more: number): Promise<string[]> {
  const columns = await termColumns(client);
  const { rows } = await client.query<{ last: number; count: number }>(
    'select max(id) as last, count(*)::int as count from renewals',
  );
  const { last, count } = rows[0] ?? { last: 0, count: 0 };
  if (count === 0) throw new Error('There is no renewal that earlier terms could be made of.');
  const statement = (n: number): string => {
    const earlier = (name: string) => `(${name} - interval '${monthsBack(n)} months')::date`;
    const values = columns.map(({ name, isDate }) => CLOSED_TERM[name] ?? (isDate ? earlier(name) : name));
    return `insert into renewals (${columns.map(({ name }) => name).join(', ')}) select ${values.join(', ')}
      from renewals where id <= ${last} order by id limit ${Math.min(count, more - n * count)}`;
  };
  return Array.from({ length: Math.ceil(more / count) }, (_, n) => statement(n));
}
