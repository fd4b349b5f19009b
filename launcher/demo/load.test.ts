import { getTableColumns } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONFIRMING } from '../../contract/src/follow-up.ts';
import {
  AgreementStatus,
  BillingFrequency,
  DeploymentStatus,
  Flag,
  RenewalStatus,
  Segment,
  Zone,
} from '../../contract/src/words/lists.ts';
import { addMonths } from '../../server/src/platform/time/days.ts';
import { renewalCommentsTable, renewalsTable } from '../../server/src/platform/db/tables/renewals.ts';
import { reconcileRenewals } from '../../server/src/domain/renewals/reconcile.ts';
import { databaseUrl, db, emptyDatabase, pool } from '../../server/src/testing/clone.ts';
import { makeWorld } from '../../simulators/world/world.ts';
import { loadDemo } from './load.ts';
import { buyerLogin, demoLogins } from './logins.ts';
import { makeDemo } from './make-demo.ts';
import { SENTENCES } from './sentences.ts';

const today = '2026-11-21';
const month = today.slice(0, 7);
const world = makeWorld({ today });

const ask = async <Row extends object>(text: string): Promise<Row[]> => (await pool.query<Row>(text)).rows;
const one = async (text: string): Promise<unknown> => Object.values((await ask(text))[0] ?? {})[0];
const list = async (text: string): Promise<unknown[]> =>
  (await ask(text)).flatMap((row): unknown[] => Object.values(row));

const renewalRows = () => db.select().from(renewalsTable);

beforeAll(async () => {
  await emptyDatabase();
  await Promise.all([loadDemo({ databaseUrl, world, today }), loadDemo({ databaseUrl, world, today })]);
});

describe('The demo in an empty database', () => {
  it('is written once although two desks start at once, and left alone by a later start', async () => {
    const before = await ask('select count(*), max(id) from audit_log');
    await loadDemo({ databaseUrl, world, today });
    expect(await ask('select count(*), max(id) from audit_log')).toEqual(before);
    expect(await one("select count(*)::int from accounts where kind = 'staff'")).toBe(demoLogins.length);
  });

  it('has staff of every role, each with a password of its own and a menu', async () => {
    expect(new Set(await list('select distinct role from accounts'))).toEqual(
      new Set(['ADMIN', 'SALESC', 'ADEPLOY', 'AXSUP', 'RMEMBER', 'CUSTOMER']),
    );
    expect(new Set(demoLogins.map(({ password }) => password)).size).toBe(demoLogins.length);
    expect(demoLogins.every(({ password }) => password.length >= 12)).toBe(true);
    expect(
      await list(
        "select a.email::text from accounts a where status = 'ACTIVE' and not exists (select 1 from account_menus m where m.account_id = a.id)",
      ),
    ).toEqual([]);
    expect(await one("select count(*)::int from accounts where department_id is null and kind = 'staff'")).toBe(0);
  });

  it('has people of customers in every state, and domains that wait for a decision', async () => {
    expect(new Set(await list("select distinct status from accounts where kind = 'customer'"))).toEqual(
      new Set(['PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED']),
    );
    expect(await list("select email::text from accounts where kind = 'customer' and status = 'ACTIVE'")).toContain(
      buyerLogin.email,
    );
    expect(await one("select count(*)::int from domains where status = 'PENDING' and owner_id is not null")).toBe(3);
    expect(await one('select count(*)::int from domains where claimed_by_id is not null')).toBe(1);
    expect(await one('select count(*)::int from domains d join accounts a on a.id = d.owner_id')).toBeGreaterThan(20);
  });

  it('has a customer with a plan of each kind whose person the banner names, orders of seats, a price list, and tasks', async () => {
    expect(
      await list(`select distinct s.plan_name from subscriptions s join domains d on d.id = s.domain_id
        join accounts a on a.id = d.owner_id where a.email = '${buyerLogin.email}' order by 1`),
    ).toEqual(['ANNUAL', 'FLEXIBLE', 'FREE']);
    expect(new Set(await list('select state from seat_orders'))).toEqual(new Set(['done', 'refused']));
    expect(
      await one(`select count(*)::int from seat_orders o join subscriptions s on s.id = o.subscription_id
        where o.state = 'done' and (o.seats_after <> s.number_of_seats or o.seats_before + o.added_seats <> o.seats_after)`),
    ).toBe(0);
    expect(new Set(await list('select currency from prices'))).toEqual(new Set(['INR', 'USD']));
    expect(await one('select count(*)::int from crm_tasks where zoho_id is not null')).toBeGreaterThan(5);
  });

  it('has customers that are billed in dollars: their subscriptions, renewals and invoices, at prices of the same size', async () => {
    expect(
      await one("select count(*)::int from subscriptions where currency = 'USD' and ended_at is null"),
    ).toBeGreaterThan(10);
    expect(await one("select count(*)::int from renewals where currency = 'USD' and state = 'open'")).toBeGreaterThan(
      5,
    );
    expect(
      await one(`select count(*)::int from renewals r join subscriptions s on s.id = r.subscription_id
        where r.currency <> s.currency`),
    ).toBe(0);
    expect(
      await one(`select count(*)::int from customers c where (select count(distinct currency) from subscriptions s
        where s.customer_id = c.id and s.source <> 'directory') > 1`),
    ).toBe(0);
    const perSeat = (currency: string) =>
      one(`select percentile_disc(0.5) within group (order by price / number_of_seats)::float from subscriptions
        where currency = '${currency}' and number_of_seats > 0 and price > 0 and source = 'google'`);
    const [rupees, dollars] = [await perSeat('INR'), await perSeat('USD')];
    expect(Number(rupees) / Number(dollars)).toBeGreaterThan(84 / 4);
    expect(Number(rupees) / Number(dollars)).toBeLessThan(84 * 4);
    expect(
      await one("select count(*)::int from books_invoices where currency = 'USD' and exchange_rate = 84"),
    ).toBeGreaterThan(5);
  });

  it('knows the people of its customers by their ids in the CRM, each once', async () => {
    expect(await one('select count(*)::int from contacts where zoho_id is not null')).toBeGreaterThan(500);
    expect(
      await one('select count(*)::int from customers where zoho_contact_id is null and zoho_customer_id is not null'),
    ).toBe(0);
  });

  it('has domains of the add-on product in every state, a few of which left it or have two products', async () => {
    expect(await one('select count(*)::int from axima_domains')).toBe(40);
    expect(new Set(await list('select distinct status from axima_subscriptions'))).toEqual(
      new Set([...DeploymentStatus.options, null]),
    );
    expect(new Set(await list('select distinct billing_frequency from axima_subscriptions'))).toEqual(
      new Set(BillingFrequency.options),
    );
    expect(await one("select count(*)::int from axima_subscriptions where status = 'Cancelled'")).toBeLessThan(6);
    expect(await one('select count(*)::int from axima_subscriptions')).toBeGreaterThan(42);
    expect(await one(`select count(*)::int from axima_subscriptions where renewal_date < '${today}'`)).toBe(0);
    expect(await one(`select count(*)::int from axima_subscriptions where start_date > '${today}'`)).toBe(0);
    expect(
      await one(
        'select count(*)::int from axima_domains x where not exists (select from domains d where d.name = x.name)',
      ),
    ).toBe(0);
  });

  it('has contracts of the directory product all over the year, with comments, some that differ, and organisations without', async () => {
    const contracts =
      "from subscriptions s join directory_organizations o on o.subscription_id = s.id where s.source = 'directory'";
    const count = await one(`select count(*)::int ${contracts}`);
    expect(count).toBeGreaterThanOrEqual(38);
    expect(count).toBe(await one("select count(*)::int from subscriptions where source = 'directory'"));
    expect(await one(`select count(*)::int ${contracts} and o.organization_id is null`)).toBe(2);
    expect(await one(`select count(*)::int ${contracts} and o.licences <> o.contract_licences`)).toBeGreaterThan(2);
    expect(
      await one('select count(*)::int from directory_organizations where subscription_id is null'),
    ).toBeGreaterThan(6);
    const ofProduct = "from renewals r where r.product = 'directory'";
    expect(
      await one(`select count(distinct to_char(term_end, 'YYYY-MM'))::int ${ofProduct} and state = 'open'`),
    ).toBeGreaterThan(10);
    expect(
      await one(
        `select count(*)::int ${ofProduct} and exists (select from renewal_comments c where c.renewal_id = r.id)`,
      ),
    ).toBeGreaterThan(8);
    expect(
      await one(`select count(*)::int from renewals r join subscriptions s on s.id = r.subscription_id
        where (r.product = 'directory') <> (s.source = 'directory')`),
    ).toBe(0);
  });

  it('has renewals in each of the 24 months around today', async () => {
    const months = new Set(await list("select distinct to_char(term_end, 'YYYY-MM') from renewals"));
    const wanted = Array.from({ length: 24 }, (_, n) => addMonths(`${month}-01`, n - 12).slice(0, 7));
    expect(wanted.filter((each) => !months.has(each))).toEqual([]);
  });

  it('has work of every kind on the renewals of this month', async () => {
    const here = (await renewalRows()).filter(({ termEnd }) => termEnd.startsWith(month));
    expect(here.length).toBeGreaterThanOrEqual(45);
    const words = (key: keyof (typeof here)[number]) => new Set(here.map((row) => row[key]));
    expect(words('confirmationStatus')).toEqual(new Set([...RenewalStatus.options, null]));
    expect(words('highlightCase')).toEqual(new Set([...Flag.options, null]));
    expect([...words('zone')]).toEqual(expect.arrayContaining([...Zone.options]));
    expect([...words('notification')]).toEqual(expect.arrayContaining(['sent', 'failed']));
    expect(words('assignedToId').size).toBeGreaterThanOrEqual(4);
    expect(here.some(({ assignedToId }) => assignedToId === null)).toBe(true);
  });

  it('fills every column of the renewals and every value of the filters somewhere', async () => {
    const rows = await renewalRows();
    const columns = Object.keys(getTableColumns(renewalsTable)) as (keyof (typeof rows)[number])[];
    expect(columns.filter((column) => rows.every((row) => row[column] === null))).toEqual([]);
    expect(new Set(rows.map(({ segment }) => segment))).toEqual(new Set([...Segment.options, null]));
    expect(new Set(rows.map(({ agreementStatus }) => agreementStatus))).toEqual(
      new Set([...AgreementStatus.options, null]),
    );
    const band = (seats: number) => [99, 300, 999].filter((most) => seats > most).length;
    expect(new Set(rows.map((row) => band(row.numberOfSeats ?? row.licensedSeats ?? 0)))).toEqual(
      new Set([0, 1, 2, 3]),
    );
  });

  it('says nothing that lies in the future, and nothing before the term began', async () => {
    const late = `>= '${today}'::date at time zone 'Asia/Kolkata'`;
    expect(await one(`select count(*)::int from audit_log where at ${late}`)).toBe(0);
    expect(await one(`select count(*)::int from renewal_comments where updated_on ${late}`)).toBe(0);
    expect(
      await one(
        'select count(*)::int from audit_log l join renewals r on r.id = l.subject_id where l.at < r.created_at',
      ),
    ).toBe(0);
  });

  it('has one to five comments by the team on each renewal with a status, and no slot left open', async () => {
    const counts = new Map<number, number>();
    const comments = await db.select().from(renewalCommentsTable);
    for (const { renewalId } of comments) counts.set(renewalId, (counts.get(renewalId) ?? 0) + 1);
    const worked = (await renewalRows()).filter(({ confirmationStatus }) => confirmationStatus !== null);
    expect(worked.filter(({ id }) => !((counts.get(id) ?? 0) >= 1 && (counts.get(id) ?? 0) <= 5))).toEqual([]);
    expect(comments.filter(({ comment }) => /[{}]|undefined|null/.test(comment))).toEqual([]);
    const team: unknown[] = demoLogins.map(({ email }) => email);
    const isAnswer = ({ form }: (typeof comments)[number]) =>
      typeof form === 'object' && form !== null && 'inbound' in form;
    expect(comments.filter((line) => !isAnswer(line) && !team.includes(line.updatedBy))).toEqual([]);
    expect(Object.values(SENTENCES).flat().length).toBeGreaterThanOrEqual(40);
  });

  it.each(['crm_tasks', 'seat_orders'])(
    'numbers %s in the order of their time, by which lists are newest first',
    async (table) => {
      const inOrder = `lag(created_at) over (order by id) <= created_at`;
      const rows = `select coalesce(${inOrder}, true) as is_in_order from ${table}`;
      expect(await one(`select count(*)::int from (${rows}) r where not is_in_order`)).toBe(0);
    },
  );

  it('leaves nothing to do for the renewal engine', async () => {
    const nothing = { opened: 0, closed: 0, moved: 0, changedMonths: [] };
    await db.transaction(async (tx) => {
      expect(await reconcileRenewals(tx, { today, author: {} })).toEqual(nothing);
    });
  });

  it('lets the next rows be numbered after its own', async () => {
    const comment = `insert into renewal_comments (renewal_id, comment, updated_by, updated_on) values (1, 'Called again', 'ananya@desk.example', now()) returning id`;
    expect(await one(comment)).toBe(Number(await one('select max(id) from renewal_comments')));
  });

  it('keeps the work of a status and leaves out that of another', async () => {
    const rows = await renewalRows();
    const confirming: readonly (string | null)[] = CONFIRMING;
    expect(
      rows.filter((row) => confirming.includes(row.confirmationStatus) !== (row.renewedLicences !== null)),
    ).toEqual([]);
    expect(rows.filter((row) => (row.confirmationStatus === 'Lost') !== (row.reason !== null))).toEqual([]);
    expect(rows.filter((row) => (row.confirmationStatus === 'Extension') !== (row.extensionDate !== null))).toEqual([]);
  });
});

describe('The demo of a day', () => {
  it('is the same each time, and another one on another day', () => {
    const again = makeDemo(makeWorld({ today }), today);
    expect(again).toEqual(makeDemo(world, today));
    expect(makeDemo(makeWorld({ today: '2026-11-22' }), '2026-11-22').renewals).not.toEqual(again.renewals);
  });

  it.each(['2028-02-29', '2027-12-31', '2027-03-01', '2029-01-02'])('can be made on %s', (day) => {
    const { renewals, subscriptions, comments } = makeDemo(makeWorld({ today: day }), day);
    const terms = renewals.map(({ subscriptionId, termEnd }) => `${subscriptionId} ${termEnd}`);
    expect(new Set(terms).size).toBe(terms.length);
    expect(new Set(subscriptions.map(({ externalId }) => externalId)).size).toBe(subscriptions.length);
    expect(renewals.filter(({ termEnd }) => termEnd.startsWith(day.slice(0, 7))).length).toBeGreaterThanOrEqual(40);
    expect(comments.length).toBeGreaterThan(500);
  });
});
