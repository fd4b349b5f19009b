import { randomUUID } from 'node:crypto';
import { renewals } from '../contract/src/renewals.ts';
import { Zone } from '../contract/src/words/lists.ts';
import { BARE_AUDIT, BARE_TABLE, memberOf } from './data-set.ts';
import { alternate, fire, json, median, send, timed, type Ask } from './measure.ts';
import type { Bench } from './reads.ts';
import { cpuLine, type Line } from './report.ts';

const ROUNDS = 5;
const CLIENTS = 8;

/** W4: the zone of one renewal, audited; another value each time. As a program asks it, and as a browser does, with a key. */
export async function oneZone({ product, bare, client, scale, cpu }: Bench): Promise<Line[]> {
  const { rows } = await client.query<{ id: number; zone: string }>('select id, zone from renewals order by id');
  const count = Math.max(200, Math.round(1_500 * scale));
  const turn = (n: number) => {
    const { id, zone } = rows[(n * 37) % rows.length] ?? { id: 1, zone: 'North' };
    const words: readonly string[] = Zone.options;
    return { renewal_id: id, zone: words[(words.indexOf(zone) + 1 + Math.floor(n / rows.length)) % words.length] };
  };
  const path = `/api/${renewals.setZone.path}`;
  const linesOf = async (work: string, first: number, keyOf: () => Pick<Ask, 'key'>): Promise<Line[]> => {
    const seen = await alternate(
      ROUNDS,
      (round) =>
        fire(bare, CLIENTS, count, (n) => {
          const { renewal_id, zone } = turn(first + n + round * count);
          return json('/zone', { id: String(renewal_id), zone });
        }),
      (round) => fire(product, CLIENTS, count, (n) => ({ ...json(path, turn(first + n + round * count)), ...keyOf() })),
      { cpu, units: count },
    );
    const rate = (side: typeof seen.product) => median(side.map(({ perSecond }) => perSecond));
    const line: Line = { work, unit: '/s', limit: rate(seen.limit), product: rate(seen.product), times: 2.5 };
    return [line, cpuLine(work, seen.cpu, 3)];
  };
  const work = `W4 zone of one renewal, with its audit entry; ${CLIENTS} clients, writes`;
  return [
    ...(await linesOf(work, 0, () => ({}))),
    ...(await linesOf(`${work}, each with a key`, ROUNDS * count, () => ({ key: randomUUID() }))),
  ];
}

const BOUNDARY = '----desk-bench';

function upload(path: string, month: string, csv: string): Ask {
  const part = (name: string, content: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${content}\r\n`;
  const file = part('file', `; filename="assign.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}`);
  const body = `${part('month', `\r\n\r\n${month}`)}${file}--${BOUNDARY}--\r\n`;
  return { path, body: Buffer.from(body), type: `multipart/form-data; boundary=${BOUNDARY}` };
}

/** As the product's: the entry of each, in a table with the same indexes. */
const AUDIT = `insert into ${BARE_AUDIT} (at, actor, action, subject, subject_id, changes)
  select now(), '${memberOf(0)}', 'assigned', 'renewal', id, jsonb_build_array(jsonb_build_object('field', 'assigned_to', 'old', old, 'new', new)) from done`;

/** W6: all renewals of a month to other members, by a file; beside the same update and its entries in the audit log. */
export async function manyAssigned({ product, client, month, cpu }: Bench): Promise<Line[]> {
  const { rows } = await client.query<{ external_id: string; account: number | null }>(
    `select external_id, assigned_to_id as account from renewals
     where term_end >= $1 and term_end < ($1::date + interval '1 month')::date order by external_id`,
    [`${month}-01`],
  );
  const members = await client.query<{ id: number; email: string }>('select id, email::text from accounts');
  const idOf = new Map(members.rows.map(({ id, email }) => [email, id]));
  const request = (round: number) => rows.map(({ account }, n) => memberOf((account ?? n) + 7 * (round + 1)));
  const bare = (round: number) => {
    const ids = rows.map(({ external_id }) => external_id);
    const wanted = request(round).map((email) => idOf.get(email));
    return timed(() =>
      client.query(
        `with done as (update ${BARE_TABLE} r set assigned_to_id = n.member, version = version + 1
         from unnest($1::text[], $2::int[]) n(external_id, member)
         where r.external_id = n.external_id and r.term_end >= $3 and r.term_end < ($3::date + interval '1 month')::date
         returning r.id, r.assigned_to_id::text as old, n.member::text as new) ${AUDIT}`,
        [ids, wanted, `${month}-01`],
      ),
    );
  };
  const own = (round: number) => {
    const wanted = request(round);
    const lines = rows.map(({ external_id }, n) => `${external_id},${wanted[n]}`);
    const csv = ['Subscription Id,Assigned To', ...lines, ''].join('\r\n');
    return timed(() => send(product, upload(`/api/${renewals.bulkAssign.path}`, month, csv)));
  };
  const seen = await alternate(ROUNDS, bare, own, { cpu, units: 1 });
  const work = `W6 ${rows.length.toLocaleString('en')} renewals of a month assigned by a file, with their audit entries, all or nothing, p50`;
  return [
    { work, unit: 'ms', limit: median(seen.limit), product: median(seen.product), times: 1.3 },
    cpuLine(work, seen.cpu),
  ];
}
