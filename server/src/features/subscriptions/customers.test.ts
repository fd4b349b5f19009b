import { imports } from '@desk/contract/imports';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { contactsTable, customersTable as c, domainsTable as d } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import type { TestServer } from '../../testing/server.ts';
import { makeDomain } from '../../testing/fixtures.ts';
import { googleDesk } from './testing/google-desk.ts';

const { google, openDesk } = googleDesk(6);

const sold = () => google().state.subscriptions()[0] ?? expect.unreachable('the world has subscriptions');
const oneOfSeveral = () => {
  const all = google().state.subscriptions();
  const several = all.find((one) => all.filter(({ customerId }) => customerId === one.customerId).length > 1);
  return several ?? expect.unreachable('a customer of the world has several subscriptions');
};
const customerOf = async ({ db }: TestServer, googleCustomerId: string) => {
  const [row] = await db.select().from(c).where(eq(c.googleCustomerId, googleCustomerId));
  return row ?? expect.unreachable(`no customer ${googleCustomerId}`);
};
const entriesOf = ({ db }: TestServer, ...actions: string[]) =>
  db.select().from(auditLogTable).where(inArray(auditLogTable.action, actions)).orderBy(auditLogTable.id);

/** Runs `work` while Google returns of our customers only what it returns of those that are not ours. */
async function whileSilent<T>(work: () => Promise<T>): Promise<T> {
  const { accounts } = google().state;
  const silent = vi.spyOn(accounts, 'look').mockImplementation((key) => {
    const { customerId, customerDomain, customerType } = accounts.managed(key);
    return { customerId, customerDomain, customerType };
  });
  return work().finally(() => {
    silent.mockRestore();
  });
}

/** A desk that Google has told no names of customers yet. */
async function nameless() {
  const desk = await openDesk();
  await whileSilent(desk.synced);
  return desk;
}

describe('a customer of whom Google told no name', () => {
  test('is called by its domain until the next sync hears its name and its people', async () => {
    const desk = await nameless();
    const { customerId, customerDomain } = sold();
    const before = await customerOf(desk, customerId);
    expect(before).toMatchObject({ companyName: customerDomain, email: null });
    expect(await desk.db.$count(contactsTable)).toBe(0);
    desk.announced.length = 0;

    expect(await desk.synced()).toMatchObject({ state: 'done', changed: 0 });

    const message = google().state.accounts.managed(customerId);
    const companyName = message.postalAddress.organizationName;
    expect(await customerOf(desk, customerId)).toMatchObject({ companyName, email: message.alternateEmail });
    expect(await desk.db.$count(contactsTable, eq(contactsTable.customerId, before.id))).toBe(1);
    const [renewal] = await desk.db.select().from(r).where(eq(r.customerId, before.id));
    if (renewal) expect(desk.announced).toContainEqual({ kind: 'month', month: renewal.termEnd.slice(0, 7) });
    const entries = await entriesOf(desk, 'customer_changed');
    expect(entries.find(({ subjectId }) => subjectId === before.id)?.changes).toContainEqual({
      field: 'company_name',
      old: customerDomain,
      new: companyName,
    });
    const asked = google().state.calls('customers.get');
    await desk.synced();
    expect(google().state.calls('customers.get')).toBe(asked);
  });

  test('is called as a file says, and no sync changes that', async () => {
    const desk = await nameless();
    const { customerId, subscriptionId, customerDomain } = sold();
    const bytes = [
      'Domain,Company Name,Subscription Id,SKU,Plan,Price',
      [customerDomain, 'Saptarishi Mills', subscriptionId, 'Vault', 'ANNUAL', '10'].join(','),
    ].join('\n');
    const { reply } = await desk.asha.uploads(imports.check, { kind: 'subscriptions' }, { name: 'file.csv', bytes });
    expect((await desk.asha.calls(imports.confirm, { import_id: reply.import_id })).status).toBe(200);
    expect(await customerOf(desk, customerId)).toMatchObject({ companyName: 'Saptarishi Mills' });

    await desk.synced();

    expect(await customerOf(desk, customerId)).toMatchObject({ companyName: 'Saptarishi Mills' });
  });

  test('goes by its new domain when that changes, so that it is asked for again', async () => {
    const desk = await nameless();
    const { customerId, customerDomain } = sold();
    for (const { subscriptionId } of google()
      .state.subscriptions()
      .filter((one) => one.customerId === customerId))
      google().state.change(subscriptionId, { customerDomain: 'renamed.example' });
    await whileSilent(desk.synced);
    const { id, companyName } = await customerOf(desk, customerId);
    expect(companyName).toBe('renamed.example');
    const renamed = { old: customerDomain, new: 'renamed.example' };
    expect(await entriesOf(desk, 'domain_renamed', 'customer_changed')).toMatchObject([
      { action: 'domain_renamed', subject: 'domain', changes: [{ field: 'name', ...renamed }] },
      { action: 'customer_changed', subjectId: id, changes: [{ field: 'company_name', ...renamed }] },
    ]);

    await desk.synced();

    const { organizationName } = google().state.accounts.managed(customerId).postalAddress;
    expect(await customerOf(desk, customerId)).toMatchObject({ companyName: organizationName });
  });
});

describe('the audit of a sync', () => {
  test('tells each new customer with its domain and its contact, and who started the sync', async () => {
    const desk = await openDesk();
    await desk.synced();

    const [customers, domains, contacts] = [
      await desk.db.$count(c),
      await desk.db.$count(d),
      await desk.db.$count(contactsTable),
    ];
    const entries = await entriesOf(desk, 'customer_created', 'domain_created', 'contact_created');
    const messages = (subject: string) => entries.filter((entry) => entry.subject === subject);
    expect([messages('customer'), messages('domain'), messages('contact')].map(({ length }) => length)).toEqual([
      customers,
      domains,
      contacts,
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['asha@desk.example']));
    const known = await customerOf(desk, sold().customerId);
    expect(messages('customer').find(({ subjectId }) => subjectId === known.id)?.changes).toContainEqual({
      field: 'company_name',
      old: null,
      new: known.companyName,
    });
  });

  test('tells which customer of a file Google knows, and which subscription has moved to another domain', async () => {
    const desk = await openDesk();
    await desk.synced();
    const { customerId, subscriptionId, customerDomain } = oneOfSeveral();
    const known = await customerOf(desk, customerId);
    await desk.db.update(c).set({ googleCustomerId: null }).where(eq(c.id, known.id));
    await desk.synced();
    expect(await entriesOf(desk, 'customer_linked')).toMatchObject([
      { subjectId: known.id, changes: [{ field: 'google_customer_id', old: null, new: customerId }] },
    ]);

    google().state.change(subscriptionId, { customerDomain: 'second.example' });
    await desk.synced();

    const [domain] = await desk.db.select().from(d).where(eq(d.name, 'second.example'));
    expect((await entriesOf(desk, 'domain_created')).at(-1)).toMatchObject({
      subjectId: domain?.id,
      changes: [
        { field: 'name', old: null, new: 'second.example' },
        { field: 'customer_id', old: null, new: String(known.id) },
      ],
    });
    const [moved] = await desk.db.select().from(s).where(eq(s.externalId, subscriptionId));
    expect(await entriesOf(desk, 'subscription_moved')).toMatchObject([
      { subjectId: moved?.id, changes: [{ field: 'domain', old: customerDomain, new: 'second.example' }] },
    ]);
  });
});

test('a domain that a stranger wished for goes to the customer that Google names, and the wish waits as a claim', async () => {
  const desk = await openDesk();
  const { customerId, customerDomain } = sold();
  const stranger = await desk.account({ email: 'stranger@elsewhere.example', kind: 'customer' });
  const { customerId: ofStranger, id } = await makeDomain(desk.db, {
    name: customerDomain,
    customer: { companyName: 'Elsewhere Ltd' },
    status: 'PENDING',
    ownerId: stranger.id,
  });

  expect(await desk.synced()).toMatchObject({ state: 'done' });

  const theirs = await customerOf(desk, customerId);
  expect(theirs.id).not.toBe(ofStranger);
  expect(theirs.companyName).not.toBe('Elsewhere Ltd');
  const [domain] = await desk.db.select().from(d).where(eq(d.id, id));
  expect(domain).toMatchObject({
    customerId: theirs.id,
    status: 'ACTIVE',
    ownerId: null,
    claimedById: stranger.id,
  });
  expect(await desk.db.$count(s, eq(s.customerId, ofStranger))).toBe(0);
  const [entry] = await entriesOf(desk, 'domain_taken_over');
  expect(entry?.changes.map(({ field }) => field).sort()).toEqual([
    'claimed_by_id',
    'customer_id',
    'owner_id',
    'status',
  ]);
});

test('a claim on a domain whose first wish was declined waits on when Google lists the domain', async () => {
  const desk = await openDesk();
  const { customerDomain } = sold();
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => desk.account({ email: `${name}@elsewhere.example`, kind: 'customer' })),
  );
  const { id } = await makeDomain(desk.db, {
    ...{ name: customerDomain, status: 'REJECTED', ownerId: first?.id, claimedById: second?.id },
  });

  await desk.synced();

  const [domain] = await desk.db.select().from(d).where(eq(d.id, id));
  expect(domain).toMatchObject({ status: 'ACTIVE', ownerId: null, claimedById: second?.id });
});
