import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/connection/write-to.ts';
import { senderOf } from '../../config.ts';
import { setTestClock } from '../../testing/clone.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { vacuumAnalyze } from '../../testing/plans.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { linkHolders } from '../offers/links.ts';
import { readWork } from '../work-items/work-rows.ts';
import { STANDARD_STEPS } from './policy.ts';
import { readStopFacts } from './read-stops.ts';
import { readTerms } from './read-terms.ts';
import { peopleDue, remind } from './send.ts';

/** Each with a customer, an offer with a link, a message, an answer and reminders. */
const TERMS = 4_000;
/** Open ones that end soon. */
const OPEN = 500;
/** So many have not answered, and have a reminder that is due. */
const DUE = 10;
/** Of a table of thousands, so many rows at most are read by who knows which they look for. */
const FEW = 200;
const TODAY = '2027-03-01';
const DAY = { today: TODAY, timeZone: STANDARD_BUSINESS.timeZone };
const PERSON = { recipient: 'p2@d2.example', channel: 'Email' } as const;
let desk: TestServer;
const round = () => ({ holidays: new Set<string>(), sender: senderOf(desk.services.config), knows: desk.services });
let first: number;

beforeAll(async () => {
  desk = await testServer();
  setTestClock(() => new Date(`${TODAY}T06:00:00Z`));
  const { id, subscriptionId } = await makeRenewal(desk.db);
  first = id + 1;
  const all = `generate_series(${first}, ${TERMS}) n`;
  for (const statement of [
    `insert into customers (company_name, email, created_at) select 'Company ' || n, 'p' || n || '@d' || n || '.example', now() from ${all}`,
    `insert into domains (name, customer_id, created_at) select 'd' || n || '.example', n, now() from ${all}`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, term_end, created_at)
      select n, n, 'google', n, '1', 'Starter', 'ANNUAL', 'ACTIVE', '2027-04-01', now() from generate_series(${subscriptionId + 1}, ${TERMS}) n`,
    `insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status, sku_name,
        state, closed_because, last_safe_day, created_at)
      select n, n, '2027-04-01', n, 'd' || n || '.example', 'N', 'ANNUAL', 'ACTIVE', 'Starter',
        case when n > ${OPEN} then 'closed' else 'open' end, case when n > ${OPEN} then 'renewed' end, '2027-03-25', now() from ${all}`,
    `insert into offers (customer_id, version, lines, currency, addressee, valid_until, document_hash, created_at)
      select n, 1, '[]', 'INR', '{"company": "", "gstin": null}', '2027-03-25', n, now() from ${all}`,
    `insert into offer_renewals (offer_id, renewal_id) select o.id, o.customer_id from offers o`,
    `insert into decision_links (token_hash, offer_id, recipient, name, created_at)
      select sha256(o.id::text::bytea), o.id, 'p' || o.customer_id || '@d' || o.customer_id || '.example', '', now() from offers o`,
    `insert into outbox (channel, purpose, recipient, body, state, created_by, created_at, offer_id)
      select 'Email', 'renewal', 'p' || o.customer_id || '@d' || o.customer_id || '.example', '', 'sent',
        case when o.id % 2 = 0 then 'system' else 'asha@desk.example' end, '2027-02-20', o.id from offers o`,
    `insert into outbox_renewals (message_id, renewal_id) select m.id, f.renewal_id from outbox m join offer_renewals f on f.offer_id = m.offer_id`,
    `insert into inbound_messages (message_id, kind, from_address, to_address, subject, text, outbox_id, received_at, created_at, settled_at)
      select m.id, 'reply', m.recipient, '', '', '', m.id, '2027-02-21', now(), now() from outbox m
      join outbox_renewals l on l.message_id = m.id where l.renewal_id >= ${first + DUE}`,
    `insert into reminder_policies (steps, is_on, created_at) values ('${JSON.stringify(STANDARD_STEPS)}', true, now())`,
    `insert into reminder_steps (renewal_id, policy_id, step_key, recipient, channel, due_on, state, message_id, changed_at, created_at)
      select l.renewal_id, p.id, 'step-' || n, m.recipient, 'Email', '2027-02-20', 'sent', m.id, now(), now()
      from outbox m join outbox_renewals l on l.message_id = m.id, reminder_policies p, generate_series(1, 5) n`,
    `update reminder_steps set state = 'planned', message_id = null, due_on = '${TODAY}' where step_key = 'step-1' and renewal_id < ${first + DUE}`,
    `insert into silenced_addresses (address, cause, reason, created_at)
      select 's' || n || '@d.example', 'bounced', '', now() from generate_series(1, 100) n`,
  ])
    await desk.pool.query(statement);
  await vacuumAnalyze(desk.pool);
});

interface Read extends Record<string, unknown> {
  name: string;
  /** How often the table was read from its beginning. */
  scans: number;
  /** Rows that were read so, and entries of its indexes. */
  rows: number;
}

/** What some work reads of each table, by plans that are made for any values. */
async function readBy(work: (tx: Db, client: ClientBase) => Promise<unknown>): Promise<Read[]> {
  const counts = (tx: Db) =>
    tx.execute<Read>(sql`
      select relname as name, seq_scan::int as scans, (seq_tup_read + coalesce(
        (select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i where i.indrelid = relid), 0))::int as rows
      from pg_stat_xact_user_tables`);
  return transact(desk.services.pool, async (tx, client) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    // A session counts on from what it did before.
    const before = new Map((await counts(tx)).rows.map((one) => [one.name, one]));
    await work(tx, client);
    return (await counts(tx)).rows.map(({ name, scans, rows }) => {
      const { scans: earlier = 0, rows: known = 0 } = before.get(name) ?? {};
      return { name, scans: scans - earlier, rows: rows - known };
    });
  });
}

test.each<[string, (tx: Db) => Promise<unknown>]>([
  [
    'who has a link to a renewal',
    async (tx) => expect(await linkHolders(tx, [first], [])).toMatchObject([{ recipient: PERSON.recipient }]),
  ],
  ['for whom something is due', async (tx) => expect(await peopleDue(tx, TODAY)).toContainEqual(PERSON)],
  ['what stops reminders about a renewal', (tx) => readStopFacts(tx, [first], DAY)],
  [
    'what is due for a person',
    async (tx) => expect((await remind(tx, PERSON, { ...DAY, ...round() })).sent).toMatchObject([{ id: first }]),
  ],
])('%s is found without reading what others have, whatever the values a plan is made for', async (_, work) => {
  expect((await readBy(work)).filter(({ rows }) => rows > FEW)).toEqual([]);
});

test.each<[string, (tx: Db, client: ClientBase) => Promise<unknown>]>([
  [
    'of the work of all whom nobody can be written to',
    (_, client) => readWork(client, { product: 'licence', owners: 'all', withNobodys: true }, DAY.timeZone),
  ],
  ['of all reminders whose came back', (tx) => readTerms(tx, { steps: STANDARD_STEPS, today: TODAY })],
])('%s is found out at once, not for each', async (_, work) => {
  const read = await readBy(work);
  // Of 4,000 terms those that are open.
  expect(read.find(({ name }) => name === 'renewals')?.rows).toBeLessThan(2 * OPEN + FEW);
  const silenced = read.find(({ name }) => name === 'silenced_addresses');
  expect(silenced?.scans ?? 0).toBeLessThan(5);
});
