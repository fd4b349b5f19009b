import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const DAY = 86_400_000;

test('a wish that nobody had approved when its subscription was not listed is told on the term with which it comes back', async () => {
  const desk = await openDesk({ seats: 92, used: 74, renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { state } = google();
  const end = (await desk.newest()).termEndsAt?.getTime() ?? 0;
  state.advanceTo(end - 2 * DAY);
  await desk.syncNow();
  state.remove(desk.externalId);
  await desk.syncNow();
  expect(await desk.newest()).toMatchObject({ state: 'cancelled' });
  state.advanceTo(end + 2 * DAY);
  state.add({ customer: desk.domain, skuId: '1010020027', planName: 'ANNUAL', seats: 92, termEndsAt: end + 365 * DAY });
  await desk.syncNow();
  await desk.work();

  const [open] = (await desk.renewals()).filter((one) => one.subscriptionId === desk.subscriptionId && one.state === 'open'); // prettier-ignore
  const planned = await desk.db
    .select()
    .from(nextActionsTable)
    .where(eq(nextActionsTable.renewalId, open?.id ?? 0));
  expect(planned).toHaveLength(1);
  expect(planned[0]?.reason).toMatch(/^Wanted: the end of the subscription\..* nobody had approved it\./);
  await desk.syncNow();
  expect(await desk.db.$count(nextActionsTable, eq(nextActionsTable.renewalId, open?.id ?? 0))).toBe(1);
  const owner = await desk.as({ email: 'owner@desk.example', role: 'ADMIN' });
  const { groups } = (await owner.calls(myDay.list, { scope: 'team' })).reply;
  const items = groups.flatMap((group) => group.items).filter(({ renewal_id: id }) => id === open?.id);
  expect(items).toMatchObject([{ kind: 'call' }]);
});
