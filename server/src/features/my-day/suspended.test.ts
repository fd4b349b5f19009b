import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { googleWithTerms } from '../instructions/testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const DAY = 86_400_000;

test('what ended undecided is a call of its owner until it is restored, with the day on which that is too late', async () => {
  const desk = await openDesk({ seats: 92, used: 74, renewalType: 'CANCEL' });
  const { termEnd } = await desk.renewal();
  google().state.advanceTo(Date.parse(`${termEnd}T12:00:00Z`) + DAY);
  await desk.syncNow();
  expect(desk.atGoogle().suspensionReasons).toEqual(['RENEWAL_WITH_TYPE_CANCEL']);
  const owner = await desk.as({ email: 'owner@desk.example', role: 'RMEMBER', menus: ['get_renewal_data'] });
  await desk.db.update(renewalsTable).set({ assignedToId: owner.id }).where(eq(renewalsTable.id, desk.renewalId));
  const { groups } = (await owner.calls(myDay.list, { scope: 'mine' })).reply;
  expect(groups.flatMap(({ items }) => items)).toMatchObject([
    {
      ...{ renewal_id: desk.renewalId, act: 'talk', group: 'overdue' },
      sentence:
        'Nobody has decided. Its last safe day was on 10 Dec. Call today. It is suspended: it does not renew before it is restored. Restore it by 8 Feb 2027, or the provider moves the customer away.',
    },
  ]);
});
