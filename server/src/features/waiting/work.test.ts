import { myDay } from '@desk/contract/renewal-work/my-day';
import { waiting } from '@desk/contract/waiting';
import { expect, test } from 'vitest';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { makeAddOn } from '../../testing/add-ons.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const MEMBER = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;

async function desk() {
  const server = await testServer({ now: () => new Date('2026-11-23T04:00:00Z') });
  const tarun = await server.as({ email: 'tarun@desk.example', name: 'Tarun', ...MEMBER });
  const meenal = await server.as({ email: 'meenal@desk.example', name: 'Meenal', ...MEMBER });
  const renewal = async (domain: string, ownerId: number, lastSafeDay: string) => {
    const { subscriptionId } = await makeRenewal(server.db, {
      ...{ domain, renewsOn: '2026-12-10', subscription: { ifNobodyActs: 'shrinks', seatsIfNobodyActs: 1 } },
      renewal: { assignedToId: ownerId, createdAt: new Date('2026-01-01T00:00:00Z') },
    });
    const at = new Date('2026-12-09T18:30:00Z');
    await server.db
      .insert(deadlinesTable)
      .values({ subscriptionId, kind: 'change', at, day: '2026-12-10', lastSafeDay })
      .onConflictDoUpdate({
        target: [deadlinesTable.subscriptionId, deadlinesTable.kind, deadlinesTable.at],
        set: { lastSafeDay },
      });
  };
  const counts = async (who: typeof tarun) => (await who.calls(waiting.counts, {})).reply.waiting;
  return { ...server, tarun, meenal, renewal, counts };
}

test('beside My day stands what its heading says, beside Deadlines the own ones of a week; late ones are marked', async () => {
  const { tarun, meenal, renewal, counts, db } = await desk();
  await renewal('one.example', tarun.id, '2026-11-27');
  await renewal('two.example', tarun.id, '2026-11-30');
  await renewal('far.example', tarun.id, '2026-12-04');
  await renewal('others.example', meenal.id, '2026-11-20');
  await renewal('today.example', meenal.id, '2026-11-23');

  const { count } = (await tarun.calls(myDay.list, {})).reply;
  expect(await counts(tarun)).toEqual([
    { screen: 'my_day', count, is_late: false },
    { screen: 'deadlines', count: 2, is_late: false },
  ]);
  expect(count).toBe(3);
  expect(await counts(meenal)).toContainEqual({ screen: 'deadlines', count: 2, is_late: true });

  await db.update(deadlinesTable).set({ state: 'met', cause: 'decided' });
  expect((await counts(tarun)).map(({ screen }) => screen)).not.toContain('deadlines');
});

test('who has no work has no count, and who has no screen of renewals is counted none', async () => {
  const { meenal, renewal, tarun, counts, ...server } = await desk();
  await renewal('one.example', tarun.id, '2026-11-27');
  expect(await counts(meenal)).toEqual([]);
  const auditor = await server.as({ email: 'rhea@desk.example', menus: ['audit_log'] });
  expect(await counts(auditor)).toEqual([]);
});

test('what somebody covers for counts with the own', async () => {
  const { tarun, meenal, renewal, counts, db } = await desk();
  await renewal('one.example', tarun.id, '2026-11-27');
  await renewal('two.example', meenal.id, '2026-11-27');
  await db
    .insert(leavesTable)
    .values({ accountId: meenal.id, from: '2026-11-23', to: '2026-11-24', coverId: tarun.id, createdById: meenal.id });
  expect(await counts(tarun)).toEqual([
    { screen: 'my_day', count: 2, is_late: false },
    { screen: 'deadlines', count: 2, is_late: false },
  ]);
  expect(await counts(meenal)).toEqual([]);
});

test('the add-ons to renew are counted in the day of who works on them, and of nobody else who has their screen', async () => {
  const { renewal, counts, ...server } = await desk();
  const person = (name: string, role: 'ADMIN' | 'SALESC' | 'ADEPLOY' | 'AXSUP', menus: readonly string[]) =>
    server.as({ email: `${name}@desk.example`, name, role, menus: [...menus] });
  const both = ['get_renewal_data', 'axima_domains'];
  const devika = await person('devika', 'SALESC', both);
  const joseph = await person('joseph', 'ADEPLOY', ['axima_domains']);
  const ananya = await person('ananya', 'ADMIN', both);
  expect(await counts(joseph)).toEqual([]);
  await makeAddOn(server.db, { domain: 'soon.example', renewalDate: '2026-12-14' });
  await makeAddOn(server.db, { domain: 'far.example', renewalDate: '2027-06-14' });
  await renewal('one.example', devika.id, '2026-11-27');

  const ofAddOns = [{ screen: 'my_day', count: 1, is_late: false }];
  expect(await counts(joseph)).toEqual(ofAddOns);
  expect(await counts(await person('sameer', 'AXSUP', both))).toEqual(ofAddOns);
  expect(await counts(await person('rhea', 'ADMIN', ['axima_domains']))).toEqual(ofAddOns);
  expect(await counts(await person('omar', 'SALESC', ['add_axima_domain']))).toEqual([]);
  expect(await counts(devika)).toContainEqual({ screen: 'my_day', count: 2, is_late: false });
  expect(await counts(ananya)).toEqual([]);

  await makeAddOn(server.db, { domain: 'late.example', renewalDate: '2026-11-20' });
  expect(await counts(joseph)).toEqual([{ screen: 'my_day', count: 2, is_late: true }]);
});
