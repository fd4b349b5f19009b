import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

test('what was changed since and is placed once more needs a second person where it falls much by now', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', approvalReasons: [] });
  google().state.setSeats(desk.externalId, 200);
  await desk.syncNow();
  await desk.work();
  const { id, state } = await desk.newest();
  expect(state).toBe('drifted');

  expect((await desk.asha.calls(instructions.retry, { instruction_id: id })).status).toBe(200);
  await desk.work();

  expect(await desk.newest()).toMatchObject({ id, state: 'draft', approvalReasons: ['fall'], approvedById: null });
  expect(desk.atGoogle().renewalSettings?.renewalType).not.toBe('SWITCH_TO_PAY_AS_YOU_GO');
  expect((await desk.asha.calls(instructions.approve, { instruction_id: id })).status).toBe(422);
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
});
