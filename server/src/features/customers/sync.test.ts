import { customers } from '@desk/contract/customers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contactsTable as k, contactWritesTable as w } from '../../platform/db/tables/customers.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { makeContact, makeDomain } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { contactSync, writeContact } from './jobs.ts';
import { crmDesk } from './testing/crm-desk.ts';

const { zoho, openDesk, crmPeople, crmPerson, changeInCrm } = crmDesk({ people: 6 });
const someone = (n: number) => crmPeople()[n] ?? expect.unreachable('the CRM has so many');
const domainOf = (n: number) => someone(n).Email?.split('@')[1] ?? '';
/** Before all changes of these tests, after all that the CRM had at first. */
const MORNING = '2026-11-21T05:30:00Z';

type Desk = Awaited<ReturnType<typeof openDesk>>;
const saves = ({ asha }: Desk, contact_id: number, customer_email: string, phone: string) =>
  asha.calls(customers.update, { formData: { contact_id, customer_email, phone, mobile: '' } });

describe('the first sync', () => {
  test('brings everybody of the CRM, and writes nothing there', async () => {
    const desk = await openDesk();
    const people = crmPeople();
    expect((await desk.asha.calls(customers.sync, {})).reply).toEqual({ sync: null, next_run: '2026-11-21T21:10:00Z' });

    const run = await desk.synced();

    expect(run).toMatchObject({ state: 'done', contacts: people.length, changed: people.length, error: null });
    expect(await desk.people()).toMatchObject(
      people.map(({ id, Full_Name, First_Name, Last_Name, Email, Phone, Account_Name }) => ({
        ...{ zohoId: id, name: Full_Name, firstName: First_Name, lastName: Last_Name, email: Email, phone: Phone },
        ...{ mobile: null, companyName: Account_Name?.name, customerId: null },
      })),
    );
    expect(zoho().crm.effects()).toEqual({
      contactsCreated: 0,
      contactsUpdated: 0,
      accountsCreated: 0,
      tasksCreated: 0,
    });
    const entries = await desk.entries();
    expect(entries.map(({ action }) => action)).toEqual([
      'contact_sync_started',
      ...people.map(() => 'contact_created'),
      'contact_sync',
    ]);
    expect(entries[1]).toMatchObject({ actor: 'asha@desk.example', subject: 'contact' });
    expect(desk.announced.every(({ kind }) => kind === 'crm')).toBe(true);
  });

  test('knows whose people they are: by the CRM’s id, by the company’s own address, by the domain', async () => {
    const desk = await openDesk();
    const make = async (name: string, customer: object) =>
      (await makeDomain(desk.db, { name, customer: { companyName: name, ...customer } })).customerId;
    const byId = await make('one.example', { zohoContactId: someone(0).id });
    const byAddress = await make('two.example', { email: someone(1).Email?.toUpperCase() ?? '' });
    const byDomain = await make(domainOf(2), {});

    await desk.synced();

    const whose = async (n: number) => (await desk.person(someone(n).Email ?? '')).customerId;
    expect(await whose(0)).toBe(byId);
    expect(await whose(1)).toBe(byAddress);
    expect(await whose(2)).toBe(byDomain);
  });

  test('gives nobody to a company by what tells nothing: a public mailbox, a wish, an address of several', async () => {
    const desk = await openDesk();
    changeInCrm(someone(0).id, { Email: 'ravi.iyer@gmail.example' });
    const shared = someone(3).Email ?? '';
    changeInCrm(someone(3).id, { Email: 'shared@elsewhere.example' });
    await makeDomain(desk.db, { name: 'one.example', customer: { email: 'shared@elsewhere.example' } });
    await makeDomain(desk.db, { name: 'two.example', customer: { email: 'shared@elsewhere.example' } });
    const stranger = await desk.account({ email: 'stranger@other.example', kind: 'customer' });
    await makeDomain(desk.db, { name: 'gmail.example', status: 'PENDING', ownerId: stranger.id });

    await desk.synced();

    expect(shared).not.toBe('');
    expect((await desk.people()).map(({ customerId }) => customerId)).toEqual(crmPeople().map(() => null));
  });

  test('finds people of ours by their address, the oldest first, and erases nothing of them', async () => {
    const desk = await openDesk();
    const { Email } = someone(0);
    changeInCrm(someone(0).id, { Phone: null });
    const { customerId } = await makeDomain(desk.db, { name: 'acme.example' });
    const ours = { name: 'R. Iyer', role: 'Owner', email: Email?.toUpperCase() ?? '', phone: '+91 60000 77777' };
    const { id } = await makeContact(desk.db, customerId, ours);
    const { id: later } = await makeContact(desk.db, customerId, { ...ours, name: 'Twin' });

    await desk.synced();

    const [first, second] = await desk.people();
    expect(first).toMatchObject({ ...ours, id, customerId, name: someone(0).Full_Name, zohoId: someone(0).id });
    expect(second).toMatchObject({ ...ours, id: later, name: 'Twin', zohoId: null });
    expect(await desk.people()).toHaveLength(crmPeople().length + 1);
  });
});

describe('a later sync', () => {
  /** A desk that has everybody. */
  async function syncedDesk() {
    const desk = await openDesk();
    await desk.synced();
    await desk.syncedUntil(MORNING);
    return desk;
  }

  test('that finds nobody changed writes nothing but its own entries', async () => {
    const desk = await syncedDesk();
    const [before, entries] = [await desk.people(), (await desk.entries()).length];
    expect(await desk.synced()).toMatchObject({ state: 'done', contacts: 0, changed: 0 });
    expect(await desk.people()).toEqual(before);
    expect((await desk.entries()).slice(entries).map(({ action }) => action)).toEqual([
      'contact_sync_started',
      'contact_sync',
    ]);
  });

  test('reads those alone who changed since, and writes down what', async () => {
    const desk = await syncedDesk();
    const { Email, Phone, id } = someone(2);
    changeInCrm(id, { Phone: '+91 60000 55555' });

    expect(await desk.synced()).toMatchObject({ contacts: 1, changed: 1 });

    expect(await desk.person(Email ?? '')).toMatchObject({ zohoId: id, phone: '+91 60000 55555' });
    const entry = (await desk.entries()).find(({ action }) => action === 'contact_changed');
    expect(entry?.changes).toEqual([{ field: 'phone', old: Phone, new: '+91 60000 55555' }]);
  });

  test('reads again what was written some minutes before the last one began: clocks differ', async () => {
    const desk = await syncedDesk();
    changeInCrm(someone(2).id, { Mobile: '+91 60000 55555' }, '2026-11-21T10:55:00+05:30');
    expect(await desk.synced()).toMatchObject({ contacts: 1, changed: 1 });
  });

  test('follows a person to another name, address and company text; whose they are stays', async () => {
    const desk = await openDesk();
    const { customerId } = await makeDomain(desk.db, { name: domainOf(0) });
    await desk.synced();
    await desk.syncedUntil(MORNING);
    const { id } = await desk.person(someone(0).Email ?? '');
    const account = { id: '555000009', name: 'Nova Traders' };
    changeInCrm(someone(0).id, { Email: 'asha@nova.example', Full_Name: 'Asha Rao-Iyer', Account_Name: account });

    await desk.synced();

    expect(await desk.person('asha@nova.example')).toMatchObject({
      ...{ id, customerId, zohoId: someone(0).id, name: 'Asha Rao-Iyer', companyName: 'Nova Traders' },
    });
    expect(await desk.people()).toHaveLength(crmPeople().length);
  });

  test('leaves nobody out who is no longer in the CRM', async () => {
    const desk = await syncedDesk();
    const { customerId } = await makeDomain(desk.db, { name: 'acme.example' });
    await makeContact(desk.db, customerId, { email: 'ravi@acme.example', zohoId: '4711' });
    await desk.synced();
    expect(await desk.person('ravi@acme.example')).toMatchObject({ zohoId: '4711' });
  });

  test('does not take back what staff wrote and the CRM has yet to hear of', async () => {
    const desk = await syncedDesk();
    const { id } = await desk.person(someone(1).Email ?? '');
    const { id: zohoId } = someone(1);
    zoho().faults.next({ kind: 'unavailable', only: 'contacts.update', times: 5 });
    await saves(desk, id, 'new@ours.example', '+91 60000 66666');
    await desk.work();
    changeInCrm(zohoId, { Phone: '+91 60000 11111', Full_Name: 'Another Name' });

    await desk.synced();

    expect(await desk.person('new@ours.example')).toMatchObject({
      ...{ id, phone: '+91 60000 66666', mobile: null, name: 'Another Name', zohoId },
    });
    await desk.afterThePause();
    expect(crmPerson('new@ours.example')).toMatchObject({ id: zohoId, Phone: '+91 60000 66666' });
  });

  test('does not take back what staff wrote and the CRM refused', async () => {
    const desk = await syncedDesk();
    const { id } = await desk.person(someone(1).Email ?? '');
    zoho().faults.next({ kind: 'refused-with-200', only: 'contacts.update' });
    await saves(desk, id, 'new@ours.example', '+91 60000 66666');
    await desk.work();
    expect((await desk.writes()).map(({ state }) => state)).toEqual(['refused']);
    // The refusal is older than the next question.
    await desk.db.update(w).set({ finishedAt: new Date(MORNING) });
    changeInCrm(someone(1).id, { Phone: '+91 60000 11111', Full_Name: 'Another Name' });

    await desk.synced();

    expect(await desk.person('new@ours.example')).toMatchObject({ id, phone: '+91 60000 66666', name: 'Another Name' });
  });

  test('finds somebody whom the CRM refused before and knows by now', async () => {
    const desk = await openDesk();
    const { customerId } = await makeDomain(desk.db, { name: 'acme.example' });
    const { id } = await makeContact(desk.db, customerId, { email: 'ravi@acme.example' });
    const refused = { state: 'refused' as const, finishedAt: new Date(MORNING) };
    await desk.db.insert(w).values({ contactId: id, createdBy: 'asha@desk.example', ...refused });
    changeInCrm(someone(4).id, { Email: 'ravi@acme.example' });

    await desk.synced();

    const [contact] = await desk.db.select().from(k).where(eq(k.id, id));
    expect(contact).toMatchObject({ zohoId: someone(4).id });
  });

  test('does not take back what the CRM heard of after it was asked', async () => {
    const desk = await syncedDesk();
    const { id } = await desk.person(someone(1).Email ?? '');
    changeInCrm(someone(1).id, { Phone: '+91 60000 11111' });
    // The page is read, and before it is kept a colleague's change comes and goes.
    desk.aroundPages(async (_n, list) => {
      const page = await list();
      await saves(desk, id, someone(1).Email ?? '', '+91 60000 66666');
      const [write] = await desk.writes();
      await writeContact({ id: write?.id }, desk.services, new AbortController().signal);
      return page;
    });

    expect(await desk.synced()).toMatchObject({ state: 'done', contacts: 1 });

    expect((await desk.writes()).map(({ state }) => state)).toEqual(['done']);
    const [person] = await desk.db.select().from(k).where(eq(k.id, id));
    expect(person).toMatchObject({ phone: '+91 60000 66666' });
    expect(someone(1).Phone).toBe('+91 60000 66666');
  });

  test('makes no second contact of somebody whom a job is just bringing to the CRM', async () => {
    const desk = await syncedDesk();
    const { customerId } = await makeDomain(desk.db, { name: 'acme.example' });
    const { id } = await makeContact(desk.db, customerId, { email: 'ravi@acme.example' });
    await desk.db.insert(w).values({ contactId: id, createdBy: 'asha@desk.example' });
    changeInCrm(someone(4).id, { Email: 'ravi@acme.example' });
    const before = (await desk.people()).length;

    await desk.synced();

    expect(await desk.people()).toHaveLength(before);
    const [contact] = await desk.db.select().from(k).where(eq(k.id, id));
    expect(contact).toMatchObject({ zohoId: null });
  });
});

describe('a sync is started', () => {
  test('once, however many press at the same time', async () => {
    const { asha, db, work } = await openDesk();
    const answers = await Promise.all(Array.from({ length: 5 }, () => asha.calls(customers.startSync, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.reply.message).toBe('A sync is already running.');
    await work();
    expect(await db.$count(y)).toBe(1);
  });

  test('beside one of Google’s', async () => {
    const { asha, db } = await openDesk();
    await db.insert(y).values({ service: 'google', state: 'running' });
    expect((await asha.calls(customers.startSync, {})).status).toBe(200);
  });

  test('only where there is a CRM', async () => {
    const desk = await testServer();
    const asha = await desk.as();
    expect(await asha.calls(customers.startSync, {})).toMatchObject({
      status: 503,
      reply: { message: 'The CRM is not configured.' },
    });
    expect((await asha.calls(customers.sync, {})).reply).toEqual({ sync: null, next_run: null });
    await contactSync.startNightly(desk.services);
    expect(await desk.db.$count(y)).toBe(0);
  });

  test('by itself at 02:40 of the business day, whatever Google’s does', async () => {
    const at = { now: new Date('2026-11-20T21:09:00Z') };
    const { asha, db, services } = await openDesk({ now: () => at.now });
    await db.insert(y).values({ service: 'google', state: 'done', startedAt: new Date('2026-11-20T21:30:00Z') });
    const tick = async () => {
      await contactSync.startNightly(services);
      return db.$count(y, eq(y.service, 'crm_contacts'));
    };
    expect((await asha.calls(customers.sync, {})).reply.next_run).toBe('2026-11-20T21:10:00Z');
    expect(await tick()).toBe(0);
    at.now = new Date('2026-11-20T21:10:00Z');
    expect(await tick()).toBe(1);
    await db.update(y).set({ state: 'done', startedAt: at.now }).where(eq(y.service, 'crm_contacts'));
    at.now = new Date('2026-11-20T21:25:00Z');
    expect(await tick()).toBe(1);
  });
});
