import { followUp } from '@desk/contract/follow-up';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { deskOnMonday, MONDAY } from './testing/desk-on-monday.ts';

async function deskWithRenewal() {
  const desk = await deskOnMonday();
  const { id } = await desk.renewal('acme.example', desk.ids.tarun);
  const after = async (status?: 'In Discussion' | 'Lost' | 'Confirmation Received') =>
    (await desk.tarun.calls(myDay.nextAfter, { renewal_id: id, ...(status && { status }) })).reply.next;
  const items = async () =>
    (await desk.list(desk.tarun)).groups.flatMap(({ group, items: shown }) =>
      shown.map(({ kind, day, time, sentence }) => ({ group, kind, day, time, sentence })),
    );
  return { ...desk, id, after, items };
}

test('what is next once somebody has spoken follows from the status that is left, and is what My day says then', async () => {
  const { tarun, id, after, items } = await deskWithRenewal();
  const next = await after('In Discussion');
  expect(next).toMatchObject({ kind: 'call', day: '2026-11-30', is_planned: false });
  expect((await after('Lost'))?.sentence).toContain('leaves');
  expect((await after('Confirmation Received'))?.sentence).toContain('The customer renews');

  const formData = { highlight: 'Orange', status: 'In Discussion' } as const;
  await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Thinks about it', formData });
  expect(await items()).toMatchObject([{ kind: 'call', day: next?.day, sentence: next?.sentence }]);
});

test('a comment says what is next; its words are the reason where none are given, and My day has it at once', async () => {
  const { tarun, id, after, items } = await deskWithRenewal();
  const next = { kind: 'quote', day: '2026-11-25', time: '10:00' } as const;
  const says = (comment: string, more: object = {}) =>
    tarun.calls(followUp.addComment, { renewal_id: id, comment, next: { ...next, ...more } });
  expect((await says('Wants 80\nfor finance')).status).toBe(200);
  expect(await items()).toEqual([{ group: 'week', ...next, sentence: 'Wants 80 for finance' }]);
  expect(await after()).toMatchObject({ kind: 'quote', day: '2026-11-25', is_planned: true });

  await says(`Long: ${'x'.repeat(1_000)}`);
  expect((await items())[0]?.sentence).toHaveLength(300);
  await says('Called again', { reason: 'Send the quote', day: MONDAY });
  expect(await items()).toMatchObject([{ group: 'today', sentence: 'Send the quote' }]);
  expect(await after(), 'what was planned for today is done once somebody speaks').toMatchObject({ is_planned: false });
});

test('the whole form says it as well', async () => {
  const { tarun, id, items } = await deskWithRenewal();
  const formData = { highlight: 'Red', status: 'Extension', extension_date: '2026-12-20' } as const;
  const next = { kind: 'other', day: '2026-12-01', reason: 'Ask for the files' } as const;
  expect((await tarun.calls(followUp.saveStatus, { renewal_id: id, formData, next })).status).toBe(200);
  expect(await items()).toMatchObject([{ day: '2026-12-01', sentence: 'Ask for the files' }]);
});

test.each([
  ['a day that is over', { day: '2026-11-22' }, 'Choose a day from today on, within a year.'],
  ['a day that is too far', { day: '2028-01-01' }, 'Choose a day from today on, within a year.'],
  ['no day', { day: '' }, 'Enter a date'],
])('with %s nothing is saved, the comment neither', async (_, own, message) => {
  const { server, tarun, id } = await deskWithRenewal();
  const next = { kind: 'call', ...own } as const;
  const { status, reply } = await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'x', next });
  expect([status, reply.fields?.[0]]).toEqual([400, { path: 'next.day', message }]);
  expect(await server.db.$count(renewalCommentsTable)).toBe(0);
});

test('of a closed renewal nothing is next; what is not there is not found', async () => {
  const { server, tarun, id, after } = await deskWithRenewal();
  await server.db
    .update(renewalsTable)
    .set({ state: 'closed', closedBecause: 'renewed' })
    .where(eq(renewalsTable.id, id));
  expect(await after()).toBeNull();
  const next = { kind: 'call', day: '2026-11-25' } as const;
  expect((await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'x', next })).status).toBe(400);
  expect((await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'x' })).status).toBe(200);
  expect((await tarun.calls(myDay.nextAfter, { renewal_id: 999_999 })).status).toBe(404);
});

test('who was called today about what is overdue is called again on the next day on which somebody works', async () => {
  const { server, id, after } = await deskWithRenewal();
  const lastSafe = (day: string) =>
    server.db.update(renewalsTable).set({ lastSafeDay: day }).where(eq(renewalsTable.id, id));
  await lastSafe('2026-11-20');
  expect(await after()).toMatchObject({ kind: 'call', day: '2026-11-24' });

  await server.db.insert(holidaysTable).values({ day: '2026-11-24', name: 'Audit' });
  expect(await after()).toMatchObject({ kind: 'call', day: '2026-11-25' });

  await lastSafe(MONDAY);
  expect(await after(), 'the last safe day itself is not let go').toMatchObject({ kind: 'call', day: MONDAY });
});

test('it says on which days ahead nobody works', async () => {
  const { server, tarun, id } = await deskWithRenewal();
  await server.db.insert(holidaysTable).values({ day: '2026-11-30', name: 'Founders' });
  const { reply } = await tarun.calls(myDay.nextAfter, { renewal_id: id });
  expect(reply.days_off).toContain('2026-11-30');
});
