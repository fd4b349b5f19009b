import { overview } from '@desk/contract/overview';
import { describe, expect, test } from 'vitest';
import { zohoDesk } from '../connections/testing/zoho-desk.ts';
import { deskSync } from './jobs.ts';

/** Three pages. */
const { world, zoho, openDesk } = zohoDesk({ customers: 120 });
const message = () => zoho().desk.tickets();
const someone = (n: number) => message()[n] ?? expect.unreachable('the help desk has so many');
/** After all that the help desk had at first, before all changes of these tests. */
const MORNING = '2026-11-21T05:30:00Z';
const asked = () => zoho().calls('desk.tickets');

type Desk = Awaited<ReturnType<typeof openDesk>>;
const ticketOf = async (desk: Desk, id: string) =>
  (await desk.tickets()).find(({ zohoId }) => zohoId === id) ?? expect.unreachable(`no ticket ${id}`);

/** Calls `happens` before each page of tickets is requested. */
function beforePages(desk: Desk, happens: (n: number) => void) {
  const service = desk.services.clients.zoho ?? expect.unreachable('Zoho is configured');
  const { desk: help } = service;
  if (!help) return;
  let n = 0;
  const listTickets: typeof help.listTickets = (...query) => {
    happens((n += 1));
    return help.listTickets(...query);
  };
  desk.services.clients.zoho = { ...service, desk: { ...help, listTickets } };
}

describe('the first sync of the help desk', () => {
  test('brings all tickets, each to the department that its own is by its name', async () => {
    const desk = await openDesk();
    expect(await desk.synced('desk')).toMatchObject({ state: 'done', changed: 240, error: null });
    const tickets = await desk.tickets();
    expect(tickets.map(({ zohoId }) => zohoId)).toEqual(
      message()
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(tickets.filter(({ department }) => department === 'deployment')).toHaveLength(120);
    const closed = message().find(({ status }) => status === 'Closed') ?? expect.unreachable();
    expect(await ticketOf(desk, closed.id)).toEqual({
      ...{ zohoId: closed.id, number: closed.ticketNumber, subject: closed.subject, email: closed.email },
      ...{ department: 'support', status: 'Closed', statusType: 'Closed', domainName: closed.cf.cf_domain },
      openedAt: new Date(closed.createdTime),
      closedAt: new Date(closed.closedTime ?? ''),
      closureDate: closed.cf.cf_ticket_closure_date,
      modifiedAt: new Date(closed.modifiedTime),
      runId: expect.any(Number) as number,
    });
    expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(['Open', 'Closed', 'On Hold', 'Escalated']));
  });

  test('knows the domain by its field, else by the address, in one spelling', async () => {
    const desk = await openDesk();
    const cases = [
      [{ cf_domain: 'ACME.Example.' }, 'ravi@other.example', 'acme.example'],
      [{ cf_domain: null }, 'Ravi@Other.EXAMPLE', 'other.example'],
      [{ cf_domain: 'see below' }, 'ravi@other.example', 'other.example'],
      [{ cf_domain: null }, null, null],
    ] as const;
    cases.forEach(([cf, email], n) => {
      zoho().desk.change(someone(n), { cf: { ...cf, cf_ticket_closure_date: null }, email });
    });
    await desk.synced('desk');
    const tickets = await Promise.all(cases.map((_, n) => ticketOf(desk, someone(n).id)));
    expect(tickets.map(({ domainName }) => domainName)).toEqual(cases.map(([, , domain]) => domain));
  });

  test('takes the closure as a day of the business, and odd words as none', async () => {
    const desk = await openDesk();
    const cases = [
      ['2026-10-31', '2026-10-31'],
      ['2026-10-31T19:30:00.000Z', '2026-11-01'],
      ['soon', null],
      ['2026-13-45', null],
    ] as const;
    cases.forEach(([date], n) => {
      zoho().desk.change(someone(n), { cf: { cf_domain: null, cf_ticket_closure_date: date } });
    });
    await desk.synced('desk');
    const tickets = await Promise.all(cases.map((_, n) => ticketOf(desk, someone(n).id)));
    expect(tickets.map(({ closureDate }) => closureDate)).toEqual(cases.map(([, day]) => day));
  });

  test('of a help desk without tickets is done', async () => {
    const desk = await openDesk();
    for (const ticket of message()) zoho().desk.change(ticket, { modifiedTime: '2027-06-01T00:00:00.000Z' });
    await desk.db.execute(
      `insert into sync_runs (service, state, finished_at, is_whole, started_at, read_from) values ('desk', 'done', now(), true, now(), now())`,
    );
    expect(await desk.synced('desk')).toMatchObject({ state: 'done', read: 0, changed: 0 });
  });
});

describe('a later sync of the help desk', () => {
  test('reads those tickets alone that changed since', async () => {
    const desk = await openDesk();
    await desk.synced('desk');
    await desk.syncedUntil(MORNING);
    expect(await desk.synced('desk')).toMatchObject({ read: 0, changed: 0 });
    await desk.syncedUntil(MORNING);
    const change = { status: 'Waiting für "Rückruf" <b>', modifiedTime: `${world.today}T06:10:00.000Z` };
    zoho().desk.change(someone(5), change);

    expect(await desk.synced('desk')).toMatchObject({ read: 1, changed: 1 });

    expect(await ticketOf(desk, someone(5).id)).toMatchObject({ status: change.status });
    expect(await desk.tickets()).toHaveLength(240);
  });

  test('misses no ticket although others change between its pages', async () => {
    const desk = await openDesk();
    beforePages(desk, (n) => {
      const oldest = message().toSorted((one, other) => one.modifiedTime.localeCompare(other.modifiedTime));
      for (const ticket of oldest.slice(0, n === 1 ? 0 : 30))
        zoho().desk.change(ticket, { modifiedTime: `${world.today}T06:2${Math.min(n, 9)}:00.000Z` });
      expect(n).toBeLessThan(10);
    });
    expect(await desk.synced('desk')).toMatchObject({ state: 'done' });
    expect(await desk.tickets()).toHaveLength(240);
  });

  test('gets past any number of tickets that were changed in the same moment', async () => {
    const desk = await openDesk();
    for (const ticket of message()) zoho().desk.change(ticket, { modifiedTime: '2026-11-01T00:00:00.000Z' });
    expect(await desk.synced('desk')).toMatchObject({ state: 'done', changed: 240 });
    expect(await desk.tickets()).toHaveLength(240);
  });
});

describe('tickets that are there no more', () => {
  const aWeekLater = (desk: Desk) =>
    desk.pool.query(`update sync_runs set finished_at = finished_at - interval '7 days' where state = 'done'`);
  const openOnes = () => message().filter(({ status }) => status !== 'Closed');

  test('are found out once a week by reading all, and stay as removed', async () => {
    const desk = await openDesk();
    await desk.synced('desk');
    const [gone = someone(0), odd = someone(0), merged = someone(0)] = openOnes();
    zoho().desk.remove(gone);
    zoho().desk.remove(merged);
    zoho().desk.change(odd, { createdTime: 'once' });
    await desk.syncedUntil(MORNING);
    expect(await desk.synced('desk')).toMatchObject({ read: 0 });
    expect(await ticketOf(desk, gone.id)).toMatchObject({ status: gone.status });
    await aWeekLater(desk);

    expect(await desk.synced('desk')).toMatchObject({ state: 'done', skipped: 1, changed: 2 });

    for (const { id } of [gone, merged])
      expect(await ticketOf(desk, id)).toMatchObject({ status: 'Removed', statusType: 'Closed' });
    expect(await ticketOf(desk, odd.id)).toMatchObject({ status: odd.status });
    const removed = (await desk.tickets()).filter(({ status }) => status === 'Removed');
    expect(removed).toHaveLength(2);
    await desk.syncedUntil(MORNING);
    expect(await desk.synced('desk')).toMatchObject({ read: 0 });
  });

  test('are not guessed from a help desk that lists nothing at all', async () => {
    const desk = await openDesk();
    await desk.synced('desk');
    for (const ticket of [...message()]) zoho().desk.remove(ticket);
    await aWeekLater(desk);
    expect(await desk.synced('desk')).toMatchObject({ state: 'done', changed: 0 });
    expect((await desk.tickets()).filter(({ status }) => status === 'Removed')).toEqual([]);
  });

  test('are found out by a run that was cut off in between as well', async () => {
    const desk = await openDesk();
    await desk.synced('desk');
    await aWeekLater(desk);
    const gone = openOnes().at(-1) ?? someone(0);
    zoho().desk.remove(gone);
    beforePages(desk, (n) => {
      if (n === 2) zoho().faults.next({ kind: 'out-of-scope', only: 'desk.tickets', times: 9 });
    });
    expect(await desk.synced('desk')).toMatchObject({ state: 'failed', read: 100 });
    zoho().faults.clear();
    expect(await desk.synced('desk')).toMatchObject({ state: 'done', changed: 1 });
    expect((await desk.tickets()).filter(({ status }) => status === 'Removed')).toHaveLength(1);
  });
});

test('an odd word for how a ticket stands can be counted and listed: too long, blank', async () => {
  const desk = await openDesk();
  zoho().desk.change(someone(1), { status: `${'é'.repeat(99)}🙂🙂` });
  zoho().desk.change(someone(3), { status: ' \n ' });
  await desk.synced('desk');
  for (const n of [1, 3]) {
    const { status, department } = await ticketOf(desk, someone(n).id);
    expect(department).toBe('support');
    expect(status).toBe(n === 1 ? 'é'.repeat(99) : 'No status');
    expect((await desk.asha.calls(overview.supportList, { status })).reply.total).toBe(1);
  }
});

describe('a sync of the help desk that is cut off', () => {
  const failsAt = (desk: Desk, page: number) =>
    beforePages(desk, (n) => {
      if (n === page) zoho().faults.next({ kind: 'unavailable', only: 'desk.tickets', times: 5 });
    });

  test('rests, and goes on with the page that was not read', async () => {
    const desk = await openDesk();
    failsAt(desk, 3);
    expect(await desk.synced('desk')).toMatchObject({ state: 'queued', read: 200, finished_at: null });
    const before = asked();
    await desk.afterThePause();
    expect(await desk.connection('desk')).toMatchObject({ state: 'done', attempts: 2, error: null });
    expect(asked() - before).toBe(1);
    expect(await desk.tickets()).toHaveLength(240);
  });

  test('by the death of its worker is taken up by another where it was', async () => {
    const desk = await openDesk();
    failsAt(desk, 2);
    await desk.synced('desk');
    await desk.workerDies();
    const before = asked();
    await deskSync.sweep(desk.services);
    await desk.work();
    expect(await desk.connection('desk')).toMatchObject({ state: 'done' });
    expect(asked() - before).toBe(2);
    expect(await desk.tickets()).toHaveLength(240);
  });

  test.each(['throttled', 'unauthorized', 'html', 'reset'] as const)(
    'by a passing fault (%s) goes on',
    async (kind) => {
      const desk = await openDesk();
      for (const only of ['desk.departments', 'desk.tickets']) zoho().faults.next({ kind, only });
      expect(await desk.synced('desk')).toMatchObject({ state: 'done', attempts: 1 });
      expect(zoho().faults.waiting()).toEqual([]);
    },
  );
});
