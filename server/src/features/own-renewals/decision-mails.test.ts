import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { testServer } from '../../testing/server.ts';

const DAY = '2027-04-01';

test('while who has a renewal is away their cover gets the mail about a decision; of what nobody has whoever is a manager', async () => {
  const desk = await testServer({ now: () => new Date(`${DAY}T06:00:00Z`) });
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const [asha, meera] = [
    await desk.as({ email: 'asha@desk.example', role: 'RMEMBER', menus: ['get_renewal_data'] }),
    await desk.as({ email: 'meera@desk.example', role: 'RMEMBER', menus: ['get_renewal_data'] }),
  ];
  const vikram = await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' });
  const { id } = await makeRenewal(desk.db, { renewal: { assignedToId: asha.id } });
  await desk.db.update(domainsTable).set({ ownerId: ravi.id });
  const away = { accountId: asha.id, from: DAY, to: DAY, coverId: meera.id, createdById: asha.id };
  await desk.db.insert(leavesTable).values(away);
  const count = () => Promise.all([asha, meera, vikram].map(async ({ email }) => (await mailsTo(desk, email)).length));

  expect((await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'renew' })).status).toBe(200);
  expect(await count()).toEqual([0, 1, 0]);

  await desk.db.update(renewalsTable).set({ assignedToId: null }).where(eq(renewalsTable.id, id));
  expect((await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk' })).status).toBe(200);
  expect(await count()).toEqual([0, 1, 1]);
});
