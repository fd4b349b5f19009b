import type { boards, BoardCount, BoardRow } from '@desk/contract/boards';
import type { BodyOf } from '@desk/contract/call';
import { AgreementStatus, Flag, RenewalStatus, Segment } from '@desk/contract/words/lists';
import { sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import { databaseSheet, type DatabaseColumn } from '../../platform/db/export/database-sheet.ts';
import { auditExport } from '../../platform/audit/exported.ts';
import { revisionCache } from '../../platform/db/revision-cache.ts';
import { monthRevision } from '../../domain/renewals/list-cache.ts';
import { searchCondition } from '../../domain/renewals/filter.ts';
import { allOf } from '../../platform/db/sql/all-of.ts';
import { kindOf, RENEWAL_JOINS, sqlOf } from '../../domain/renewals/columns.ts';
import { PrebuiltJson } from '../../platform/http/implement.ts';
import { countsOf, daysOf, EXPORT_COLUMNS, EXPORTED_BESIDE, type Days } from './rules.ts';

/** The panels: what their reply is called, what they count by, and its words where they are a list. */
const PANELS = {
  team: { reply: 'domains', column: 'r.assigned_to_id', words: undefined },
  segment: { reply: 'segments', column: 'r.segment', words: Segment.options },
  agreement: { reply: 'aggrements', column: 'r.agreement_status', words: AgreementStatus.options },
  flag: { reply: 'flags', column: 'r.highlight_case', words: Flag.options },
  status: { reply: 'flags', column: 'r.confirmation_status', words: RenewalStatus.options },
} as const;
type Panel = keyof typeof PANELS;
const panels = Object.keys(PANELS) as Panel[];

const keys = panels.map((panel) => PANELS[panel].column);
const [, ...words] = keys;
const whichPanel = panels.map((panel) => `when grouping(${PANELS[panel].column}) then '${panel}'`).join(' ');
// One scan of the month for all panels: rows for each key of each panel were four times as slow.
const ALL_COUNTS = {
  name: 'board-counts',
  text: `select g.panel, coalesce(a.email::text, g.word, '') as key, g.count
    from (select case 0 ${whichPanel} end as panel, r.assigned_to_id, coalesce(${words.join(', ')}) as word,
        count(*)::int as count
      from renewals r where r.product = 'licence' and r.term_end >= $1 and r.term_end < ($1::date + interval '1 month')::date
      group by grouping sets (${keys.join(', ')})) g
    left join accounts a on a.id = g.assigned_to_id`,
};

type Counts = Record<Panel, Buffer>;
async function build(pool: Pool, month: string): Promise<Counts> {
  const { rows } = await pool.query<BoardCount & { panel: Panel }>({ ...ALL_COUNTS, values: [`${month}-01`] });
  const ready = panels.map((panel) => {
    const found = rows.filter((row) => row.panel === panel);
    const counts = countsOf(found, PANELS[panel].words);
    return [panel, Buffer.from(JSON.stringify({ [PANELS[panel].reply]: counts }))];
  });
  return Object.fromEntries(ready) as Counts;
}
const sizeOf = (counts: Counts): number => panels.reduce((sum, panel) => sum + counts[panel].length, 0);
/** The counts of a month as replies that are ready to send; five calls cost one scan, and none until the month changes. */
const monthCounts = revisionCache<Counts>({ most: 24, bytes: 4 * 1024 * 1024, sizeOf }, build);

export const countsBy =
  (panel: Panel) =>
  async ({ month }: { month: string }, { pool }: ActorContext): Promise<PrebuiltJson> =>
    new PrebuiltJson((await monthCounts(pool, month, await monthRevision(pool, month)))[panel]);

type Asked = Omit<Days, 'month'> & {
  month?: string | undefined;
  search?: string | undefined;
  page?: number | undefined;
};

/** The list's condition beyond the month, on the alias `r`. */
const holds = (column: string, value: string): SQL =>
  value === '' ? sql`${sql.raw(column)} is null` : sql`${sql.raw(column)} = ${value}`;
const isAssignedTo = (email: string): SQL =>
  email === ''
    ? sql`r.assigned_to_id is null`
    : sql`r.assigned_to_id = (select id from accounts where email = ${email}::citext)`;
const RESELLER = `coalesce((select rs.company_name from customers c join resellers rs on rs.id = c.reseller_id
  where c.id = r.customer_id), '')`;

const thisMonth = ({ config, now }: ActorContext): string => dayIn(config.BUSINESS_TIME_ZONE, now()).slice(0, 7);

function conditionOf(asked: Asked & { month: string }, which: SQL): SQL {
  const { from, to } = daysOf(asked);
  const { search = '' } = asked;
  return allOf([
    sql`r.product = 'licence'`,
    sql`r.term_end between ${from}::date and ${to}::date`,
    which,
    ...(search === '' ? [] : [searchCondition(search, 'month')]),
  ]);
}

const SEATS = 'coalesce(r.number_of_seats, r.licensed_seats, 0)';
const valueOf = (name: keyof BoardRow): string => (name === 'seats' ? SEATS : sqlOf(name));
const COLUMNS = ['renewal_id', 'extension_date', 'closed_because', ...EXPORT_COLUMNS.map(({ name }) => name)] as const;
const SELECT = COLUMNS.map((name) => `${valueOf(name)} as ${name}`).join(', ');
const PAGE = 15;

/** One page of a list, by renewal date, and how many there are in all. */
async function pageOf(asked: Asked, which: SQL, ctx: ActorContext): Promise<{ rows: BoardRow[]; total: number }> {
  const month = asked.month ?? thisMonth(ctx);
  const where = conditionOf({ ...asked, month }, which);
  const { rows } = await ctx.db.execute<{ rows: BoardRow[]; total: number }>(sql`
    select (select count(*)::int from renewals r where ${where}) as total,
       coalesce(json_agg(page order by page.renewal_date, page.renewal_id), '[]') as rows
     from (select ${sql.raw(SELECT)} from renewals r ${sql.raw(RENEWAL_JOINS)} where ${where}
       order by r.term_end, r.id limit ${PAGE} offset ${((asked.page ?? 1) - 1) * PAGE}::int) page`);
  return rows[0] ?? { rows: [], total: 0 };
}

const domainsOf = async (asked: Asked, which: SQL, ctx: ActorContext) => {
  const { rows, total } = await pageOf(asked, which, ctx);
  return { domains: rows, total };
};

export const teamList = (body: BodyOf<typeof boards.teamList>, ctx: ActorContext) =>
  domainsOf(body, isAssignedTo(body.admin_email), ctx);

export const segmentList = (body: BodyOf<typeof boards.segmentList>, ctx: ActorContext) =>
  domainsOf(body, holds('r.segment', body.segment_name), ctx);

export async function agreementList(body: BodyOf<typeof boards.agreementList>, ctx: ActorContext) {
  const { rows, total } = await pageOf(body, holds('r.agreement_status', body.aggrement), ctx);
  return { aggrements: rows, total };
}

export async function flagList(body: BodyOf<typeof boards.flagList>, ctx: ActorContext) {
  const { rows, total } = await pageOf(body, holds('r.highlight_case', body.flag), ctx);
  return { flags: rows, total };
}

export const statusList = (body: BodyOf<typeof boards.statusList>, ctx: ActorContext) =>
  domainsOf(body, holds('r.confirmation_status', body.comment), ctx);

export const ownList = (body: BodyOf<typeof boards.ownList>, ctx: ActorContext) => {
  const { comment, reseller } = body;
  const which = allOf([
    sql`r.assigned_to_id = ${ctx.actor.id}`,
    ...(comment === undefined ? [] : [holds('r.confirmation_status', comment)]),
    ...(reseller === undefined ? [] : [sql`${sql.raw(RESELLER)} = ${reseller}`]),
  ]);
  return domainsOf(body, which, ctx);
};

/** The caller's own renewals of a month, counted by an expression. */
async function ownCounts(month: string, by: string, { pool, actor }: ActorContext): Promise<BoardCount[]> {
  const { from, to } = daysOf({ month });
  const { rows } = await pool.query<BoardCount>(
    `select coalesce(${by}, '') as key, count(*)::int as count from renewals r
     where r.product = 'licence' and r.assigned_to_id = $1 and r.term_end between $2 and $3 group by 1`,
    [actor.id, from, to],
  );
  return rows;
}

export const ownStatusCount = async ({ month }: BodyOf<typeof boards.ownStatusCount>, ctx: ActorContext) => ({
  flags: countsOf(await ownCounts(month, 'r.confirmation_status', ctx), RenewalStatus.options),
});

export const ownResellerCount = async ({ month }: BodyOf<typeof boards.ownResellerCount>, ctx: ActorContext) => ({
  domain: countsOf(await ownCounts(month, RESELLER, ctx)),
});

const EXPORTED = [...EXPORT_COLUMNS, ...EXPORTED_BESIDE].map(({ label, name, typed = false }): DatabaseColumn => {
  const value = name === 'seats' ? ({ sql: SEATS, kind: 'number' } as const) : { sql: sqlOf(name), kind: kindOf(name) };
  return { label, typed, ...value };
});

export function teamExport(asked: BodyOf<typeof boards.teamExport>, ctx: ActorContext) {
  const where = conditionOf(asked, isAssignedTo(asked.admin_email));
  return Promise.resolve(
    databaseSheet({
      database: ctx.config,
      columns: EXPORTED,
      from: sql`from renewals r ${sql.raw(RENEWAL_JOINS)} where ${where} order by r.term_end, r.id`,
      finished: auditExport(ctx, 'renewals', asked),
    }),
  );
}
