import { describe, expect, test } from 'vitest';
import type { ZohoDesk } from './desk.ts';
import { timeoutsWith } from '../../testing/silence.ts';
import { zohoClient } from './testing/zoho-client.ts';

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
    const {
      id,
      ticketNumber: number,
      subject,
      email,
      departmentId,
      createdTime,
      modifiedTime,
      closedTime,
      cf,
    } = closed;
    expect((await all(deskOf())).find((ticket) => ticket.id === id)).toEqual({
      ...{ id, number, subject, email, departmentId, status: 'Closed', statusType: 'Closed', customFields: cf },
      createdAt: new Date(createdTime),
      modifiedAt: new Date(modifiedTime),
      closedAt: new Date(closedTime ?? Number.NaN),
    });
    const open = (await all(deskOf())).find(({ status }) => status === 'Escalated');
    expect(open).toMatchObject({ statusType: 'Open', closedAt: null });
  });

  test('that were changed since come alone, the oldest change first', async () => {
    const moment = new Date(`${world.today}T11:00:00Z`);
    expect(await deskOf().listTickets({ modifiedSince: moment })).toEqual({ rows: [], odd: [] });
    const [first, second] = zoho.desk.tickets();
    if (first) zoho.desk.change(first, { status: 'Escalated', modifiedTime: `${world.today}T11:30:00.000Z` });
    if (second) zoho.desk.change(second, { modifiedTime: `${world.today}T11:00:00.000Z` });
    expect((await deskOf().listTickets({ modifiedSince: moment })).rows).toMatchObject([
      { id: second?.id, modifiedAt: moment },
      { id: first?.id, status: 'Escalated' },
    ]);
  });

  test('none is left out where one changes between two pages, if one goes on from the last change', async () => {
    const desk = deskOf();
    const seen = new Set<string>();
    let modifiedSince: Date | undefined;
    for (let page = 0; page < 5; page++) {
      const { rows } = await desk.listTickets({ modifiedSince });
      for (const { id } of rows) seen.add(id);
      modifiedSince = rows.at(-1)?.modifiedAt ?? undefined;
      const early = zoho.desk.tickets().find(({ id }) => seen.has(id));
      if (early) zoho.desk.change(early, { modifiedTime: `${world.today}T11:45:0${page}.000Z` });
    }
    expect(zoho.desk.tickets().filter(({ id }) => !seen.has(id))).toEqual([]);
  });

  test('beyond the 5,000 that Zoho lists are refused before it is asked', async () => {
    const asked = zoho.calls('desk.tickets');
    await expect(deskOf().listTickets({ from: 5000 })).rejects.toMatchObject({ reason: 'tooMany', retriable: false });
    expect(zoho.calls('desk.tickets')).toBe(asked);
  });

  test.each(['throttled', 'unavailable', 'unauthorized', 'html', 'timeout', 'reset'] as const)(
    'are complete although a page meets %s',
    async (kind) => {
      zoho.faults.next({ kind, only: 'desk.tickets' });
      expect(await all(deskOf(timeoutsWith(kind)))).toHaveLength(240);
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

test('the departments are told, those too that are switched off', async () => {
  zoho.faults.next({ kind: 'unavailable', only: 'desk.departments' });
  const departments = await deskOf().listDepartments();
  expect(departments.map(({ name }) => name)).toEqual(['Deployment', 'Technical Support', 'Complaints']);
  const ids = new Set(departments.map(({ id }) => id));
  expect(zoho.desk.tickets().every(({ departmentId }) => ids.has(departmentId))).toBe(true);
});

test('without an organisation there is no help desk', () => {
  expect(makeClient({ deskOrganizationId: undefined }).desk).toBeUndefined();
});
