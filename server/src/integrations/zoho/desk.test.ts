import { describe, expect, test } from 'vitest';
import { DESK_DEPARTMENTS } from '../../../../simulators/zoho/desk.ts';
import type { ZohoDesk } from './desk.ts';
import { patienceWith, zohoClient } from './testing/zoho-client.ts';

const { world, zoho, makeClient } = await zohoClient({ customers: 120 });
const NOW = Date.parse(`${world.today}T12:00:00Z`);

function deskOf(changed: Parameters<typeof makeClient>[0] = {}): ZohoDesk {
  const { desk } = makeClient({ now: () => NOW, ...changed });
  if (!desk) throw new Error('the simulator names the organisation');
  return desk;
}

async function all(desk: ZohoDesk, query: Parameters<ZohoDesk['listTickets']>[0] = {}) {
  const rows = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const page = await desk.listTickets({ ...query, from });
    rows.push(...page.rows);
    from = page.nextFrom;
  }
  return rows;
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

describe('tickets of the help desk', () => {
  test('are read once each, page by page', async () => {
    const tickets = await all(deskOf());
    expect(ids(tickets)).toEqual(ids(zoho.desk.tickets()));
    expect(zoho.desk.tickets()).toHaveLength(240);
  });

  test('tell whose they are, how they stand, and when they were closed', async () => {
    const closed = zoho.desk.tickets().find(({ status }) => status === 'Closed') ?? expect.unreachable();
    const { id, ticketNumber: number, subject, email, departmentId, createdTime, closedTime, cf } = closed;
    expect((await all(deskOf())).find((ticket) => ticket.id === id)).toEqual({
      ...{ id, number, subject, email, departmentId, status: 'Closed', statusType: 'Closed', customFields: cf },
      createdAt: new Date(createdTime),
      closedAt: new Date(closedTime ?? Number.NaN),
    });
    const open = (await all(deskOf())).find(({ status }) => status === 'Escalated');
    expect(open).toMatchObject({ statusType: 'Open', closedAt: null });
  });

  test('of one department come alone, and of one that is none, nothing', async () => {
    const [deployment] = DESK_DEPARTMENTS;
    const mine = await all(deskOf(), { departmentId: deployment });
    expect(mine).toHaveLength(120);
    expect(new Set(mine.map(({ departmentId }) => departmentId))).toEqual(new Set([deployment]));
    expect(await deskOf().listTickets({ departmentId: '1' })).toEqual({ rows: [] });
  });

  test('that were changed since come alone', async () => {
    const moment = new Date(`${world.today}T11:00:00Z`);
    expect(await deskOf().listTickets({ modifiedSince: moment })).toEqual({ rows: [] });
    const [ticket] = zoho.desk.tickets();
    if (ticket) zoho.desk.change(ticket, { status: 'Escalated', modifiedTime: `${world.today}T11:30:00.000Z` });
    expect((await deskOf().listTickets({ modifiedSince: moment })).rows).toMatchObject([
      { id: ticket?.id, status: 'Escalated' },
    ]);
  });

  test('none is left out where one changes between two pages', async () => {
    const desk = deskOf();
    const first = await desk.listTickets();
    const late = zoho.desk.tickets().find(({ id }) => !first.rows.some((row) => row.id === id));
    if (late) zoho.desk.change(late, { modifiedTime: `${world.today}T11:45:00.000Z` });
    const rest = [await desk.listTickets({ from: 100 }), await desk.listTickets({ from: 200 })];
    const seen = new Set([first, ...rest].flatMap(({ rows }) => rows.map(({ id }) => id)));
    expect(zoho.desk.tickets().filter(({ id }) => !seen.has(id) && id !== late?.id)).toEqual([]);
  });

  test('that were made between two days come alone, the oldest first', async () => {
    const days = zoho.desk.tickets().map(({ createdTime }) => Date.parse(createdTime));
    const [since, until] = [new Date(Math.min(...days)), new Date(Math.min(...days) + 5 * 86_400_000)];
    const made = (await all(deskOf(), { createdBetween: [since, until] })).map(({ createdAt }) => createdAt.getTime());
    expect(made).toEqual(days.filter((at) => at <= until.getTime()).toSorted((one, other) => one - other));
    expect(made.length).toBeGreaterThan(0);
  });

  test.each(['throttled', 'unavailable', 'unauthorized', 'html', 'timeout', 'reset'] as const)(
    'are complete although a page meets %s',
    async (kind) => {
      zoho.faults.next({ kind, only: 'desk.tickets' });
      expect(await all(deskOf(patienceWith(kind)))).toHaveLength(240);
      expect(zoho.faults.waiting()).toEqual([]);
    },
  );

  test('of another organisation are refused in Zoho’s words', async () => {
    await expect(deskOf({ deskOrganizationId: '1' }).listTickets()).rejects.toMatchObject({
      kind: 'refused',
      reason: 'FORBIDDEN',
      message: 'Zoho refused this. Zoho says: "You are not allowed to access this organization."',
    });
  });
});

test('without an organisation there is no help desk', () => {
  expect(makeClient({ deskOrganizationId: undefined }).desk).toBeUndefined();
});
