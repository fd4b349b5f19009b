import type { Client } from 'pg';
import type { Call } from '../contract/src/call.ts';
import { contract } from '../contract/src/index.ts';
import { withSlugs } from '../contract/src/rules/slugs.ts';
import { openSession } from '../launcher/session.ts';
import { CALLER } from './data-set.ts';
import { json, memoryNow, quantile, send, timed, type Target } from './measure.ts';
import { failed } from './one-by-one.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const BUYER = 'buyer@customer.example';
const HEAD = 'head@desk.example';
/** Beside the data set, in thousands: what piles up in the years of an installation. */
const PILE = 200;
const TIMES = 20;
/** After the lists of all calls were read once, so often more. */
const ROUNDS = 200;
const MOST = { ms: 1_000, megabytes: 5 };
const SLUGS = { brand_slug: 'provider', directory_product_slug: 'jumpcloud' };

/** Years of messages and of what people did; an administrator; and somebody of a customer who owns fifty domains. */
async function pileUp(client: Client, scale: number): Promise<void> {
  const rows = Math.round(PILE * 1_000 * scale);
  for (const statement of [
    'set synchronous_commit = off',
    `insert into accounts (kind, email, name, password_hash, status, role, may_export, created_at) values
      ('customer', '${BUYER}', 'Buyer', '-', 'ACTIVE', 'CUSTOMER', false, now()), ('staff', '${HEAD}', 'Head', '-', 'ACTIVE', 'ADMIN', true, now())`,
    `insert into account_menus (account_id, menu_id) select a.id, m.id from accounts a join menus m on m.audience = a.kind
      where a.email in ('${BUYER}', '${HEAD}')`,
    `update domains set owner_id = (select id from accounts where email = '${BUYER}') where id <= 50`,
    `insert into outbox (channel, purpose, recipient, subject, body, state, finished_at, created_by, created_at)
      select 'Email', 'renewal', 'it' || i || '@customer.example', 'Your renewal', 'It is due', 'sent', t.at, '${CALLER}', t.at
      from generate_series(1, ${rows}) i, lateral (select now() - interval '7 minutes' * i as at) t`,
    `insert into audit_log (actor, action, subject, subject_id, changes, at)
      select 'member' || 1 + i % 60 || '@desk.example', 'zone_changed', 'renewal',
        1 + i % (select count(*)::int from renewals), '[{"field": "zone", "old": "North", "new": "South"}]', now()
     from generate_series(1, ${rows}) i`,
    'reset synchronous_commit',
    'vacuum analyze outbox, audit_log, domains, accounts',
  ])
    await client.query(statement);
}

/** Values that are looked up, each by its query: of what there is most. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  renewal_id: "select id from renewals where state = 'open' and confirmation_status is null order by id limit 1",
  domain_name: 'select name from busy',
  domain_id: 'select id from busy',
  subscription_id: 'select external_id from subscriptions where domain_id = (select id from busy) limit 1',
  subscriptionIds: `select r.external_id from renewals r join customers c on c.id = r.customer_id where r.state = 'open'
    and c.reseller_id is not null and r.confirmation_status is null order by r.id limit 1`,
  reseller_email: `select email from resellers where id = (select reseller_id from customers where reseller_id is not null
    group by 1 order by count(*) desc, 1 limit 1)`,
  message_id: 'select max(id) from outbox',
  renewal_ids: "select jsonb_build_array(min(id)) from renewals where state = 'open' and confirmation_status is null",
  people: `select jsonb_build_array(id) from accounts where email = '${CALLER}'`,
};
const FIXED = {
  ...{ email: CALLER, admin_email: CALLER, kind: 'prices', notification_type: 'Email', from: { account_id: 0 } },
  ...{ letter: 'A', tabValue: 'customers', search: 'example', segment_name: 'SMB', aggrement: '', flag: 'Green' },
  ...{ comment: '', status: 'Open', tag: 'email', reseller_domain: 'reseller.example', query: 'example' },
  ...{ of: 'team', show: 'month', screen: 'get_monthly_renewal', rules: [], steps: [] },
};
const KNOWN: ReadonlySet<string> = new Set(['month', ...Object.keys(LOOKED_UP), ...Object.keys(FIXED)]);

/** A value for each field that some call cannot be asked without. */
async function valuesOf({ client, month }: Bench): Promise<Record<string, unknown>> {
  const each = Object.entries(LOOKED_UP).map(([name, query]) => `(${query}) as "${name}"`);
  const { rows } = await client.query<Record<string, unknown>>(`
    with busy as (select d.id, d.name::text as name from subscriptions s join domains d on d.id = s.domain_id
      group by d.id order by count(*) desc, d.id limit 1)
    select ${each.join(', ')}`);
  return { ...rows[0], ...FIXED, month };
}

/** Fields that have other values here than in other calls. */
const OTHERWISE: Record<string, object> = { [contract.checks.runs.path]: { kind: 'mail' } };

/** Words of which nobody has the first and everybody the second. */
const SEARCHES = ['xq', 'example'];

const shapeOf = ({ body }: Call) => (body._zod.def as { shape?: Record<string, Call['body']> }).shape ?? {};
const neededFields = (call: Call): string[] =>
  Object.entries(shapeOf(call)).flatMap(([field, { _zod }]) => (_zod.optin === undefined ? field : []));

/** The least that the call can be asked with, and the same with each of the words where it can search. */
function bodiesOf(call: Call, values: Record<string, unknown>): object[] {
  const needed = neededFields(call).map((field) => [field, values[field]] as const);
  const least = { ...Object.fromEntries(needed), ...OTHERWISE[call.path] };
  return [least, ...('search' in shapeOf(call) ? SEARCHES.map((search) => ({ ...least, search })) : [])];
}

/** Calls without rows in the data set: add-ons, files that were imported or checked, offers, mails, and what Google would say. */
const ABSENT: ReadonlySet<string> = new Set(
  [
    ...[contract.axima.domain, contract.axima.domainDetails, contract.axima.subscriptionDetails],
    ...[contract.imports.errors, contract.checks.run, contract.checks.exportRun],
    ...[contract.offers.document, contract.inbound.message, contract.instructions.plan],
  ].map(({ path }) => path),
);

const reading = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter(
    ({ audience, writes, upload, sendsCode }) =>
      !['public', 'first-login'].includes(audience) && !writes && !upload && !sendsCode,
  )
  .filter(({ path }) => !ABSENT.has(path));

/** What some call cannot be asked without, and no value is known for. */
export const unknownFields = (): readonly string[] =>
  reading.flatMap((call) =>
    neededFields(call)
      .filter((field) => !KNOWN.has(field))
      .map((field) => `${call.path} ${field}`),
  );

type Asked = { call: Call; body: object };
type Measurement = { name: string; ms: number; megabytes: number };

const ask = (target: Target, { call, body }: Asked): Promise<Buffer> =>
  send(target, json(`/api/${withSlugs(call.path, SLUGS)}`, body));

async function measureCall(target: Target, asked: Asked): Promise<Measurement> {
  const measurements: number[] = [];
  let bytes = 0;
  for (let n = 0; n < TIMES; n++)
    measurements.push(await timed(async () => (bytes = (await ask(target, asked)).length)));
  const { path, download } = asked.call;
  const search = 'search' in asked.body ? ` (${String(asked.body.search)})` : '';
  // A file is streamed.
  return { name: path + search, ms: quantile(measurements, 0.95), megabytes: download === undefined ? bytes / 1e6 : 0 };
}

const most = (measurements: readonly Measurement[], by: 'ms' | 'megabytes'): Measurement =>
  measurements.reduce((one, other) => (other[by] > one[by] ? other : one));

/** W10: each call that reads, asked for as much as it gives; then all of them over and over (S-54). */
export async function everyList(bench: Bench): Promise<Line[]> {
  const { client, product, scale } = bench;
  await pileUp(client, scale);
  const values = await valuesOf(bench);
  const as = async (email: string): Promise<Target> => {
    const { token } = await openSession(client, email);
    return { ...product, headers: { authorization: token } };
  };
  const [buyer, head] = [await as(BUYER), await as(HEAD)];
  // Calls about a person's own renewals are made by somebody who has some.
  const who = ({ audience, rows }: Call): Target => {
    if (audience === 'customer') return buyer;
    return rows === 'own' ? product : head;
  };
  const asked = reading.flatMap((call) => bodiesOf(call, values).map((body) => ({ call, body })));
  const measurements: Measurement[] = [];
  const broken: Line[] = [];
  // One call that fails hides no other.
  for (const one of asked) {
    const { path } = one.call;
    const mine = await measureCall(who(one.call), one).catch(
      (error: unknown) => void broken.push(failed(`W10 ${path}`, error)),
    );
    if (mine) measurements.push(mine);
  }
  const before = memoryNow(product.pid);
  for (let n = 0; n < ROUNDS; n++) {
    const one = asked[n % asked.length];
    if (one) await ask(who(one.call), one).catch(() => undefined);
  }
  const after = memoryNow(product.pid);
  const [slowest, largest] = [most(measurements, 'ms'), most(measurements, 'megabytes')];
  const what = `W10 ${reading.length} calls that read`;
  const grown = before === null || after === null ? null : after - before;
  return [
    ...broken,
    { work: `${what}: slowest, ${slowest.name}, p95`, unit: 'ms', limit: null, product: slowest.ms, most: MOST.ms },
    {
      work: `${what}: largest answer, ${largest.name}`,
      unit: 'MB',
      limit: null,
      product: largest.megabytes,
      most: MOST.megabytes,
    },
    { work: `${what}: memory more after ${ROUNDS} calls`, unit: 'MB', limit: null, product: grown, most: 32 },
  ];
}
