import { expect, test } from 'vitest';
import { renewalSettings } from '../../../../simulators/google/rules/plans.ts';
import { googleWithSeats } from './testing/licences-desk.ts';

const { google, openDesk } = googleWithSeats();

test('seats that are bought are those of the next term too, without a sync', async () => {
  const desk = await openDesk();
  google().state.change(desk.externalId, { renewalSettings: renewalSettings('AUTO_RENEW_MONTHLY_PAY') });
  const { termEndAt } = await desk.ours();
  expect(termEndAt).toEqual(expect.any(Date));

  await desk.adds(10, 5);
  await desk.tries();

  expect(await desk.ours()).toMatchObject({ termEndAt, ifNobodyActs: 'renews', seatsIfNobodyActs: 15 });
});
