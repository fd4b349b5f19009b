import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { deskWithMail, rawBounce, rawMail, RAVI } from './testing/desk-with-mail.ts';

/** The same, with Ravi's account, who decides in the portal. */
async function withRavi() {
  const room = await deskWithMail();
  const { desk } = room;
  const ravi = await desk.as({ email: RAVI, kind: 'customer' });
  const owns = (domain: string) =>
    desk.db.update(domainsTable).set({ ownerId: ravi.id }).where(eq(domainsTable.name, domain));
  await owns('acme.example');
  return {
    ...{ ...room, owns },
    decides: async (renewal_id: number, decision: 'renew' | 'talk') =>
      expect((await ravi.calls(ownRenewals.decide, { renewal_id, decision })).status).toBe(200),
    isSettled: async () => (await room.kept()).map(({ settledAt }) => settledAt !== null),
    first: async () => (await room.items())[0]?.sentence,
  };
}
const WROTE = 'They answered on 23 Nov: “Call me”.';

test('what a customer wrote is read though they decided afterwards', async () => {
  const { id, sent, receive, later, first, decides } = await withRavi();
  await receive(rawMail({ to: (await sent()).address }));
  later(5);
  await decides(id, 'renew');
  expect(await first()).toMatch(/^They answered on 23 Nov: “Call me”\. Decided: /);
});

test('who wants to talk after a mail to them came back is called for that', async () => {
  const { id, sent, receive, later, first, decides } = await withRavi();
  await receive(rawBounce({ to: (await sent()).address }));
  later(5);
  await decides(id, 'talk');
  expect(await first()).toBe('The customer wants to talk before deciding. Call.');
});

test.each(['refuse', 'cancel'] as const)('who presses %s has not answered what the customer wrote', async (call) => {
  const room = await withRavi();
  const { desk, tarun, id, sent, receive, later, first } = room;
  const vikram = await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' });
  await receive(rawMail({ to: (await sent()).address }));
  later(5);
  const wish = { renewalId: id, outcome: 'renew', seats: 10, source: 'staff' } as const;
  const [made] = await desk.db
    .insert(instructionsTable)
    .values({ ...wish, requestedById: tarun.id, approvalReasons: [] })
    .returning();
  later(5);
  const ended = { instruction_id: made?.id ?? 0, reason: 'Two years' };
  expect((await vikram.calls(instructions[call], ended)).status).toBe(200);
  expect(await room.isSettled()).toEqual([false]);
  expect(await first()).toBe(
    call === 'refuse' ? `${WROTE} Refused: 10 seats. Two years. Speak with the customer again.` : WROTE,
  );
});

test('of a mail about several renewals the decision about one has not answered it there', async () => {
  const room = await withRavi();
  const { tarun, id, renewalOf, sent, receive, later, owns, decides } = room;
  const other = await renewalOf({ domain: 'other.example' });
  await owns('other.example');
  await receive(rawMail({ to: (await sent([id, other.id])).address }));
  later(5);
  await decides(other.id, 'renew');
  later(5);
  await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Called' });
  expect(await room.isSettled()).toEqual([false]);
});

test('an answer to a mail of ours that is about no renewal is settled by a comment on the one that it asks about', async () => {
  const room = await withRavi();
  const { desk, tarun, id, sent, receive, later, first } = room;
  const { address } = await sent();
  await desk.db.delete(outboxRenewalsTable);
  await receive(rawMail({ to: address }));
  expect(await first()).toBe(WROTE);
  later(5);
  await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Called' });
  expect(await room.isSettled()).toEqual([true]);
});

test('what came while a plan was made is not hidden by it', async () => {
  const room = await withRavi();
  const { desk, tarun, id, sent, receive, later, decides, items } = room;
  const next = { kind: 'wait', day: '2026-11-27', time: null, reason: 'They think until Friday' } as const;
  const seen = async () => (await items())[0]?.seen;
  const plans = async (as: string | undefined) =>
    (await tarun.calls(myDay.setNext, { renewal_id: id, next, seen: as })).status;
  const first = await seen();
  later(5);
  await receive(rawMail({ to: (await sent()).address }));
  expect(await plans(first)).toBe(409);

  const withMail = await seen();
  later(5);
  await decides(id, 'renew');
  expect(await plans(withMail)).toBe(409);

  await desk.db.update(instructionsTable).set({ state: 'verified' });
  const decided = await seen();
  await desk.db.update(instructionsTable).set({ state: 'blocked' });
  expect(await plans(decided)).toBe(409);

  expect(await plans(await seen())).toBe(200);
  expect(await plans(undefined)).toBe(200);
});

test('a mail that answers none of ours, and has no line in the history, is not hidden by a plan either', async () => {
  const { tarun, id, receive, later, items, comments } = await withRavi();
  const next = { kind: 'wait', day: '2026-11-27', time: null, reason: 'They think until Friday' } as const;
  const plans = async (seen: string | undefined) =>
    (await tarun.calls(myDay.setNext, { renewal_id: id, next, seen })).status;
  const first = (await items())[0]?.seen;
  await receive(rawMail());
  expect(await comments()).toEqual([]);
  expect(await plans(first)).toBe(409);

  later(5);
  const withMail = (await items())[0];
  expect(withMail?.sentence).toBe(WROTE);
  await receive(rawMail());
  expect(await plans(withMail?.seen)).toBe(409);
  expect(await plans((await items())[0]?.seen)).toBe(200);
});
