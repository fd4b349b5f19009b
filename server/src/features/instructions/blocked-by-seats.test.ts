import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const HOUR = 3_600_000;

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Stands so many hours before the end of its term, or after it. */
const hoursBefore = async (desk: Desk, hours: number) => {
  const { termEndsAt } = await desk.newest();
  google().state.advanceTo((termEndsAt?.getTime() ?? 0) - hours * HOUR);
  await desk.work();
};

test('whose people grow in the last night is committed to no more seats than were decided, and to these once they fit', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 74 });
  await desk.work();
  await hoursBefore(desk, 24);
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('RENEW_CURRENT_USERS_MONTHLY_PAY');
  google().state.setLicensed(desk.externalId, 90);
  await hoursBefore(desk, 1);
  expect(await desk.newest()).toMatchObject({
    state: 'blocked',
    reason: expect.stringMatching(/^Free 16 seats first: .* flexible plan/) as unknown,
  });
  await hoursBefore(desk, -1);
  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');

  google().state.setLicensed(desk.externalId, 70);
  await desk.pass(1, { syncs: true });
  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 74 } });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
});

test('what somebody sets by hand while it is blocked is asked about, and left as they set it', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 60 });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
  const { renewalSettings } = desk.atGoogle();
  const byHand = { ...renewalSettings, renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY' } as never;
  google().state.change(desk.externalId, { renewalSettings: byHand });
  await desk.pass(1, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('RENEW_CURRENT_USERS_MONTHLY_PAY');
});

test('where the provider refuses even that, what is in the way is told with what it says', async () => {
  class Refused extends ServiceProblem {}
  const place = () => Promise.reject(new Refused('refused', 'Google refused this.'));
  const desk = await openDesk({ seats: 92, used: 74, twist: () => ({ place }) });
  await desk.places({ outcome: 'renew', seats: 60 });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({
    state: 'blocked',
    reason: 'Free 14 seats first: 74 assigned, 60 wanted. Google refused this.',
  });
});

test('what was blocked by seats from the beginning neither renews with more than was decided nor ends', async () => {
  const desk = await openDesk({ seats: 92, used: 74, renewalType: 'CANCEL' });
  await desk.places({ outcome: 'renew', seats: 60 });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'blocked' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
  await desk.syncNow();
  // Its second step is for later: one deadline asks for the seats.
  const { reply } = await (
    await desk.as({ email: 'boss@desk.example', role: 'ADMIN' })
  ).calls(deadlines.list, {
    of: 'team',
    show: 'month',
  });
  expect(reply.deadlines.filter(({ domain_name }) => domain_name === desk.domain)).toMatchObject([
    { kind: 'change', step: 'unblock' },
  ]);

  await hoursBefore(desk, -1);
  await desk.syncNow();
  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'FLEXIBLE' }, status: 'ACTIVE' });
  expect(await desk.newest()).toMatchObject({ state: 'blocked' });
  expect(await desk.renewal()).toMatchObject({ state: 'open' });
});
