import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const renewalSettings = { kind: 'subscriptions#renewalSettings', renewalType: 'AUTO_RENEW_MONTHLY_PAY' } as const;

/** Somebody changes it at the provider a minute before the end, so that all renew; then what was wanted is taken back. */
async function takenBackLate(desk: InstructionsDesk) {
  await desk.work();
  const { id, state, termEndsAt } = await desk.newest();
  google().state.advanceTo((termEndsAt?.getTime() ?? 0) - 60_000);
  google().state.change(desk.externalId, { renewalSettings });
  await desk.pass(1, { syncs: true });
  const terms = async () => (await desk.renewals()).filter((one) => one.subscriptionId === desk.subscriptionId);
  const [before, open] = await terms();
  expect([state, (await desk.newest()).state, before?.state, open?.state]).toEqual([
    ...['verified', 'blocked', 'closed', 'open'],
  ]);
  // Sessions end while time passes.
  const vikram = await desk.as({ email: 'vikram-again@desk.example', role: 'ADMIN' });
  const body = { instruction_id: id, reason: 'Google has renewed all' };
  expect((await vikram.calls(instructions.cancel, body)).status).toBe(200);
  const [after] = await terms();
  expect(after?.confirmationStatus).toBe(before?.confirmationStatus);
  return desk.db
    .select()
    .from(nextActionsTable)
    .where(eq(nextActionsTable.renewalId, open?.id ?? 0));
}

test('what a customer wanted and is taken back after its term is over leaves a call on the next one', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80 });
  await desk.asha.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  const [planned, ...more] = await takenBackLate(desk);
  expect(more).toEqual([]);
  expect(planned).toMatchObject({
    kind: 'call',
    reason: expect.stringMatching(
      /^Taken back: 80 seats\. Google has renewed all\. The term ended on .*\. Speak with the customer\.$/,
    ) as string,
  });
});

test('what staff alone had asked for leaves none', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 80 });
  expect(await takenBackLate(desk)).toEqual([]);
});
