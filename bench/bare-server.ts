import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { AS_TEXT, RENEWAL_JOINS, RENEWAL_SELECT, renewalsJson, sqlOf } from '../server/src/domain/renewals/columns.ts';
import { BARE_TABLE } from './data-set.ts';

/**
 * The limit: PostgreSQL behind a bare socket server, without framework, login, or validation. A process of its own, as the
 * product is one. PORT and DATABASE_URL come from the environment.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 12 });

type Asked = Record<string, string>;
type Values = (string | number)[];

const MONTH = `select ${RENEWAL_SELECT} from renewals r ${RENEWAL_JOINS}
  where r.product = 'licence' and r.term_end >= $1 and r.term_end < ($1::date + interval '1 month')::date order by r.term_end, r.id`;
const PAGE = `select ${RENEWAL_SELECT}, total from (
    select r.id as page_id, count(*) over () as total from renewals r
    where r.product = 'licence' and r.term_end >= $2 and r.term_end < ($2::date + interval '1 month')::date
      and coalesce(r.number_of_seats, r.licensed_seats, 0) between 0 and 99 and r.segment = $3
      and (r.domain_name::text like $1
        or exists (select from customers named where named.id = r.customer_id and named.company_name ilike $1))
    order by r.term_end, r.id limit 10) page
  join renewals r on r.id = page.page_id ${RENEWAL_JOINS} order by r.term_end, r.id`;
const WORDS = (['agreement_status', 'highlight_case', 'confirmation_status'] as const).map(sqlOf).join(', ');
const COUNTS = `select grouping(r.assigned_to_id, r.segment, ${WORDS}),
    coalesce(r.assigned_to_id::text, r.segment, ${WORDS}), count(*)
  from renewals r where r.product = 'licence' and r.term_end >= $1 and r.term_end < ($1::date + interval '1 month')::date
  group by grouping sets (r.assigned_to_id, r.segment, ${WORDS})`;
const LETTER = `select d.name as domain, c.company_name as company, coalesce(r.email, a.email, c.email) as username,
    case when exists (select from customers x join subscriptions s on s.customer_id = x.id and s.status = 'ACTIVE'
      and s.ended_at is null where x.reseller_id = r.id) then 'Y' else 'N' end as reseller_status, total
  from (select count(*)::int as total from domains d where d.status in ('ACTIVE', 'SUSPENDED')
      and lower(d.name::text) collate "C" >= $1 and lower(d.name::text) collate "C" < $2) t,
    (select d.id from domains d where d.status in ('ACTIVE', 'SUSPENDED')
      and lower(d.name::text) collate "C" >= $1 and lower(d.name::text) collate "C" < $2
      order by lower(d.name::text) collate "C", d.id limit 8 offset $3) page
  join domains d on d.id = page.id join customers c on c.id = d.customer_id
  left join resellers r on r.id = c.reseller_id left join accounts a on a.id = d.owner_id
  order by lower(d.name::text) collate "C", d.id`;
const DEADLINES = `with found as (
    select d.id, d.kind, d.at, d.day, d.last_safe_day, n.name, c.company_name, r.id as renewal_id, a.email, a.name as owner,
      s.if_nobody_acts, s.seats_if_nobody_acts, s.number_of_seats, r.currency,
      12 * coalesce(r.price_per_user * coalesce(r.number_of_seats, r.licensed_seats, 0), r.price)
        / coalesce(nullif(round((r.term_end - r.term_start + 1) / 30.4375)::int, 0), 12) as value
    from deadlines d join subscriptions s on s.id = d.subscription_id join domains n on n.id = s.domain_id
    join customers c on c.id = s.customer_id join renewals r on r.subscription_id = s.id and r.state = 'open'
    left join instructions i on i.renewal_id = r.id left join accounts a on a.id = r.assigned_to_id
    where d.state = 'open' and d.last_safe_day <= current_date + 30 and i.id is null and r.confirmation_status is null)
  select *, count(*) over () as total, array(select distinct t.rung from deadline_alerts t where t.deadline_id = found.id)
  from found order by last_safe_day, value desc nulls last, id limit 50 offset $1`;
/** Each open renewal of a person with what decides its order; the rules themselves are the product's. */
const MY_DAY = `select coalesce(json_agg(json_build_array(r.id, r.term_end, d.last_safe_day, r.confirmation_status, r.price, r.currency,
    i.state, n.day, (select max(k.updated_on) from renewal_comments k where k.renewal_id = r.id)) order by r.term_end, r.id), '[]')::text as rows
  from renewals r join subscriptions s on s.id = r.subscription_id
  left join deadlines d on d.subscription_id = s.id and d.kind = 'change' and d.state = 'open'
  left join instructions i on i.renewal_id = r.id left join next_actions n on n.renewal_id = r.id
  where r.state = 'open' and r.product = 'licence' and r.assigned_to_id = (select id from accounts where email = $1)`;
const ZONE = `update ${BARE_TABLE} set zone = $1, version = version + 1 where id = $2`;
const EXPORT = `copy (select ${RENEWAL_SELECT} from renewals r ${RENEWAL_JOINS} order by r.term_end, r.id) to stdout with (format csv)`;

/** Rows as text off the wire, JSON written column by column. */
async function rowsOf(name: string, text: string, values: Values): Promise<Buffer> {
  const { rows } = await pool.query<(string | null)[]>({ name, text, values, rowMode: 'array', types: AS_TEXT });
  return renewalsJson(rows, '', '');
}

let ready: Buffer = Buffer.alloc(0);

const answers: Record<string, (asked: Asked) => Promise<Buffer>> = {
  '/month': async ({ month }) => (ready = await rowsOf('month', MONTH, [`${month}-01`])),
  /** The answer of the last `/month`, as it lies there. */
  '/ready': () => Promise.resolve(ready),
  '/nothing': () => Promise.resolve(Buffer.from('{"customer":[],"revision":"1","unchanged":true}')),
  '/page': ({ domain, month, segment = '' }) => rowsOf('page', PAGE, [`%${domain}%`, `${month}-01`, segment]),
  '/counts': async ({ month }) => {
    const { rows } = await pool.query({ name: 'counts', text: COUNTS, values: [`${month}-01`], rowMode: 'array' });
    return Buffer.from(JSON.stringify(rows));
  },
  '/letter': async ({ letter = 'A', page }) => {
    const from = letter.toLowerCase();
    const values = [from, String.fromCharCode(from.charCodeAt(0) + 1), (Number(page) - 1) * 8];
    const { rows } = await pool.query({ name: 'letter', text: LETTER, values });
    return Buffer.from(JSON.stringify(rows));
  },
  '/deadlines': async ({ page }) => {
    const { rows } = await pool.query({ name: 'deadlines', text: DEADLINES, values: [(Number(page) - 1) * 50] });
    return Buffer.from(JSON.stringify(rows));
  },
  '/my-day': async ({ email }) => {
    const { rows } = await pool.query<{ rows: string }>({ name: 'my-day', text: MY_DAY, values: [email] });
    return Buffer.from(rows[0]?.rows ?? '[]');
  },
  '/zone': async ({ zone = '', id = '' }) => {
    await pool.query({ name: 'zone', text: ZONE, values: [zone, id] });
    return Buffer.from('{}');
  },
};

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as Asked;
}

async function sendCsv(response: ServerResponse): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(client.query(to(EXPORT)), response);
  } finally {
    client.release();
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await bodyOf(request);
  if (request.url === '/csv') return sendCsv(response);
  const result = await answers[request.url ?? '']?.(asked);
  response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(result);
}

const server = createServer((request, response) => {
  if (request.method === 'GET') response.end('ok');
  else answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
// As long as the product: a connection that waits for its turn is not closed under a request.
server.keepAliveTimeout = 72_000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
