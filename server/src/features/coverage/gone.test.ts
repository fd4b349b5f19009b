import { followUp } from '@desk/contract/follow-up';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { timetable } from '../../app/jobs.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { coverageFindingsTable as f } from '../../platform/db/tables/work.ts';
import { makeRenewal, type RenewalOptions } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** Its subscriptions are gone since an hour of the first day, with a term until 10 December. */
async function openDesk() {
  const clock = { now: new Date('2026-11-23T04:00:00Z') };
  const server = await testServer({ now: () => clock.now });
  const { db, services } = server;
  const goneAt = new Date('2026-11-23T01:00:00Z');
  const renewal = (domain: string, subscription: RenewalOptions['subscription'], own: RenewalOptions['renewal'] = {}) =>
    makeRenewal(db, {
      ...{ domain, renewsOn: '2026-12-10', company: `Company of ${domain}` },
      subscription: { source: 'google', ...subscription },
      renewal: { state: 'closed', closedBecause: 'ended', ...own },
    });
  const gone = (domain: string, own: RenewalOptions['renewal'] = {}, endedAt = goneAt) =>
    renewal(domain, { endedAt }, own);
  /** What a look at that instant finds. */
  const foundAt = async (instant: string) => {
    clock.now = new Date(instant);
    await timetable.tasks['coverage']?.({}, services, new AbortController().signal);
    return (await db.select().from(f).where(eq(f.kind, 'gone')).orderBy(f.name)).map(({ name }) => name);
  };
  return { server, db, goneAt, renewal, gone, foundAt };
}

test('what the provider lists no more in the middle of its term is found until somebody writes about it', async () => {
  const { server, gone, foundAt } = await openDesk();
  const { id } = await gone('gone.example');
  // A list may have a hole.
  expect(await foundAt('2026-11-23T04:00:00Z')).toEqual([]);

  expect(await foundAt('2026-11-24T04:00:00Z')).toEqual(['gone.example']);
  expect(await foundAt('2026-12-13T04:00:00Z')).toEqual(['gone.example']);
  // Whoever was lost a season ago is nobody's work any more.
  expect(await foundAt('2027-02-24T04:00:00Z')).toEqual([]);
  const meera = await server.as({ email: 'meera@desk.example', role: 'ADMIN' });
  const written = { renewal_id: id, comment: 'They buy from somebody else now.' };
  expect((await meera.calls(followUp.addComment, written)).status).toBe(200);
  expect(await foundAt('2026-12-13T05:00:00Z')).toEqual([]);
});

test('nobody is asked about what was decided, has come to its end, goes on or is no provider’s', async () => {
  const { server, db, goneAt, renewal, gone, foundAt } = await openDesk();
  await gone('lost.example', { confirmationStatus: 'Moved to O365' });
  await gone('renewed.example', { closedBecause: 'renewed' });
  await gone('over.example', {}, new Date('2026-12-11T01:00:00Z'));
  await renewal('file.example', { source: 'file', endedAt: goneAt });
  await renewal('listed.example', {});
  await gone('planned.example', { state: 'open' });
  const { id: requestedById } = await server.as({ email: 'asha@desk.example' });
  const { id: renewalId } = await gone('left.example');
  const wish = { renewalId, outcome: 'end', state: 'fulfilled', source: 'staff', requestedById } as const;
  await db.insert(instructionsTable).values({ ...wish, approvalReasons: [] as never });

  expect(await foundAt('2026-12-13T04:00:00Z')).toEqual([]);
});
