import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const DAY = 86_400_000;

test('a renewal that was decided of what is suspended is overdue from its last safe day on', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.decides({ decision: 'renew' });
  await desk.asha.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  // Something else of theirs is active: nobody moves them away.
  google().state.add({ customer: desk.domain, skuId: '1010020028', planName: 'ANNUAL', seats: 5 });
  google().state.change(desk.externalId, { status: 'SUSPENDED', suspensionReasons: ['RESELLER_INITIATED'] });
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'blocked' });

  google().state.advanceTo(((await desk.newest()).termEndsAt?.getTime() ?? 0) - DAY);
  await desk.syncNow();
  await desk.work();
  const owner = await desk.as({ email: 'owner@desk.example', role: 'RMEMBER', menus: ['get_renewal_data'] });
  await desk.db.update(renewalsTable).set({ assignedToId: owner.id }).where(eq(renewalsTable.id, desk.renewalId));
  const { groups } = (await owner.calls(myDay.list, { scope: 'mine' })).reply;
  const [item] = groups.flatMap(({ items }) => items).filter(({ renewal_id: id }) => id === desk.renewalId);
  expect(item).toMatchObject({ group: 'overdue' });
  expect(item?.sentence).toMatch(/last safe day/);
});

test('what is placed of something that is suspended has its last safe day without another list', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  google().state.add({ customer: desk.domain, skuId: '1010020028', planName: 'ANNUAL', seats: 5 });
  google().state.change(desk.externalId, { status: 'SUSPENDED', suspensionReasons: ['RESELLER_INITIATED'] });
  await desk.syncNow();
  expect(await desk.renewal()).toMatchObject({ lastSafeDay: null });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'blocked' });
  expect((await desk.renewal()).lastSafeDay).not.toBeNull();
});
