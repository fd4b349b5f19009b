import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { notifications } from '@desk/contract/notifications';
import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '../../platform/time/days.ts';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { openDesk } = googleWithTerms();

test('one that ended as it was decided and is kept for its invoice is nobody’s to decide, and is not late: its next thing is the invoice', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.approve, { instruction_id: id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  await desk.says({ status: 'In Discussion', highlight: 'Green' });
  const { termEnd } = await desk.renewal();
  const planned = { kind: 'invoice', day: addDays(termEnd, 14), time: null, reason: 'Send the invoice' } as const;
  await desk.db.insert(nextActionsTable).values({ renewalId: desk.renewalId, ...planned, setById: desk.asha.id });

  await desk.pass(24, { syncs: true });

  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
  const own = (await desk.renewals()).filter((one) => one.subscriptionId === desk.subscriptionId);
  expect(own).toMatchObject([{ state: 'open', closedBecause: 'ended' }]);
  const asha = await desk.as({ email: 'asha-again@desk.example', role: 'RMEMBER', menus: ['get_renewal_data'] });
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id }).where(eq(renewalsTable.id, desk.renewalId));
  const { groups } = (await asha.calls(myDay.list, { scope: 'mine' })).reply;
  const items = groups.flatMap(({ group, items: some }) => some.map((item) => ({ ...item, group })));
  expect(items.filter(({ domain_name }) => domain_name === desk.domain)).toMatchObject([
    { kind: 'invoice', group: 'later', day: planned.day, days_late: null, sentence: 'Send the invoice' },
  ]);
  const { reply } = await asha.calls(renewals.all, { domain: desk.domain, decided: 'undecided' });
  expect(reply.customer).toEqual([]);
  const to = { notification_type: 'Email' as const, emails: ['ravi@term.example'], phones: [] };
  const requestBody = { renewal_id: desk.renewalId, ...to };
  expect((await asha.calls(notifications.send, { requestBody })).status).toBe(410);
});
