import { RenewalStatus } from '@desk/contract/words/lists';
import { renewals } from '@desk/contract/renewals';
import { ClosedBecause, standingOf } from '@desk/contract/rules/standing';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { deskWith } from './testing/desk-with.ts';

const terms = [null, ...ClosedBecause.options];
const everyKind = [null, ...RenewalStatus.options].flatMap((confirmationStatus, month) =>
  terms.map((closedBecause, day) => ({
    renewsOn: `2026-${String(1 + (month % 12)).padStart(2, '0')}-${String(10 + day)}`,
    renewal: { confirmationStatus, closedBecause, state: closedBecause ? ('closed' as const) : ('open' as const) },
  })),
);

test('what is undecided and what is decided is what the one rule says of each status and term', async () => {
  const { asha, desk } = await deskWith(...everyKind);
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id });
  const listed = async (decided?: 'undecided' | 'decided') => {
    const rows = [];
    for (const page of [1, 2, 3, 4, 5])
      rows.push(...(await asha.calls(renewals.all, { decided, page })).reply.customer);
    return rows;
  };
  const all = await listed();
  const idsOf = (of: typeof all) => of.map(({ renewal_id }) => renewal_id);
  const standing = (...wanted: string[]) => all.filter((row) => wanted.includes(standingOf(row, '2026-06-20')));

  expect(all).toHaveLength(everyKind.length);
  expect(idsOf(await listed('undecided'))).toEqual(idsOf(standing('due', 'late', 'extended')));
  expect(idsOf(await listed('decided'))).toEqual(idsOf(standing('decided', 'renewed', 'left')).toReversed());
  for (const decided of ['undecided', 'decided', undefined] as const) {
    const { reply } = await asha.calls(renewals.mine, { decided });
    const rows = await listed(decided);
    expect([reply.total, idsOf(reply.domains)]).toEqual([rows.length, idsOf(rows).slice(0, 20)]);
    const { reply: file } = await asha.calls(renewals.exportMonthly, { decided });
    expect((file as unknown as string).trim().split('\r\n')).toHaveLength(1 + rows.length);
  }
});

test('undecided and decided hold together with month, search and order', async () => {
  const { asha } = await deskWith(...everyKind);

  const { reply } = await asha.calls(renewals.all, {
    ...{ decided: 'undecided', month: '2026-01', domain: 'EXAMPLE', sort: 'domain_name', direction: 'desc' },
  });

  expect(reply.customer.map((row) => [row.domain_name, row.closed_because ?? null])).toEqual([
    ['d2.example', 'passed'],
    ['d0.example', null],
  ]);
  expect(reply.total).toBe(2);
});
