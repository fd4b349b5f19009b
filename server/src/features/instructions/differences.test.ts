import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { expect, test } from 'vitest';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

test('a wish that takes Workspace and its add-on apart says so before it is set, and in My day after it', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  const { state } = google();
  const vault = { skuId: 'Google-Vault', planName: 'ANNUAL', seats: 92, termEndsOn: '2026-12-20' } as const;
  const { subscriptionId, renewalSettings } = state.add({ customer: desk.domain, ...vault });
  state.change(subscriptionId, {
    renewalSettings: { ...renewalSettings, renewalType: 'AUTO_RENEW_MONTHLY_PAY' } as never,
  });
  await desk.syncNow();
  const differencesWith = async (wish: { outcome: 'renew'; seats: number } | { outcome: 'end' }) =>
    (await desk.asha.calls(instructions.plan, { renewal_id: desk.renewalId, ...wish })).reply.plan.differences;
  const inMyDay = async () => {
    const { groups } = (await desk.asha.calls(myDay.list, {})).reply;
    return groups.flatMap(({ items }) => items).find(({ renewal_id }) => renewal_id === desk.renewalId)?.differences;
  };

  expect(await differencesWith({ outcome: 'renew', seats: 92 })).toEqual([]);
  expect(await inMyDay()).toEqual([]);
  const tooMany = ['Google Vault renews 92 seats, Workspace 80 seats: 12 too many.'];
  expect(await differencesWith({ outcome: 'renew', seats: 80 })).toEqual(tooMany);
  expect(await differencesWith({ outcome: 'end' })).toEqual([
    'Google Vault goes on with 92 seats, and no Workspace subscription does.',
  ]);

  await desk.places({ outcome: 'renew', seats: 80 });
  expect(await inMyDay()).toEqual(tooMany);
  // What is wanted holds for the other one too: both shrink together.
  state.setSeats(subscriptionId, 80);
  await desk.syncNow();
  expect(await inMyDay()).toEqual([]);
});

test('who sets a base to flexible is warned of nothing: nobody can know its seats', async () => {
  const desk = await openDesk({ renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' });
  google().state.add({
    customer: desk.domain,
    skuId: 'Google-Vault',
    planName: 'ANNUAL',
    seats: 92,
    termEndsOn: '2027-12-20',
  });
  await desk.syncNow();
  const { groups } = (await desk.asha.calls(myDay.list, {})).reply;
  const own = groups.flatMap(({ items }) => items).find(({ renewal_id }) => renewal_id === desk.renewalId);
  expect(own?.differences).toEqual([]);
});
