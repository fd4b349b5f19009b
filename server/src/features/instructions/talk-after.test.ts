import { followUp } from '@desk/contract/follow-up';
import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { renewals } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { showLastSafeDays } from '../../domain/deadlines/last-safe-days.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const containing = (text: string): unknown => expect.stringContaining(text);
const A_WHILE = 600_000;

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function itemOf(desk: Desk) {
  const { groups } = (await desk.asha.calls(myDay.list, { scope: 'mine' })).reply;
  return groups.flatMap((group) => group.items).find(({ renewal_id }) => renewal_id === desk.renewalId);
}

/** What was decided is set at the provider. */
async function setAtProvider(desk: Desk): Promise<void> {
  await desk.decides({ decision: 'change', seats: 80 });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
}

test('who asks to talk after a wish was set at the provider is called, and what stands stays until then', async () => {
  const desk = await openDesk();
  await setAtProvider(desk);
  expect(await itemOf(desk)).toMatchObject({ waiting_for: 'provider' });

  google().state.advanceTo(google().state.now() + A_WHILE);
  await desk.decides({ decision: 'talk' });
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  const item = await itemOf(desk);
  expect(item).toMatchObject({ kind: 'call', act: 'talk', waiting_for: null });
  expect(item?.sentence).toMatch(/^The customer wants to talk. Call. Set at the provider: 80 seats/);
  await showLastSafeDays(desk.db);
  const shown = (await desk.asha.calls(deadlines.list, { of: 'mine', show: 'month', page: 1 })).reply.deadlines;
  expect(shown.find(({ renewal_id }) => renewal_id === desk.renewalId)).toMatchObject({ step: 'decide' });

  google().state.advanceTo(google().state.now() + A_WHILE);
  await desk.asha.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'They keep the 80 seats.' });
  expect(await itemOf(desk)).toMatchObject({ waiting_for: 'provider', sentence: containing('Set at the provider') });
});

test('what is set at the provider is decided and never late, whatever the status says; a draft is not', async () => {
  const desk = await openDesk();
  const listed = async (decided: 'decided' | 'undecided') =>
    (await desk.vikram.calls(renewals.all, { decided, domain: desk.domain, page: 1 })).reply.customer.map(
      ({ renewal_id }) => renewal_id,
    );
  await desk.decides({ decision: 'change', seats: 80 });
  expect(await listed('undecided')).toContain(desk.renewalId);

  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await desk.work();
  expect(await listed('undecided')).not.toContain(desk.renewalId);
  expect(await listed('decided')).toContain(desk.renewalId);
});
