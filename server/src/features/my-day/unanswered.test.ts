import type { InputOf } from '@desk/contract/call';
import type { ownRenewals } from '@desk/contract/own-renewals';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { BILLED, CONTRACT, FLEXIBLE, withBuyer } from './testing/with-buyer.ts';

test('who asked to talk about a term that nothing follows stays in the list until somebody has', async () => {
  const desk = await withBuyer(FLEXIBLE);
  await desk.on('2026-11-27');
  await desk.decides({ decision: 'talk' });
  await desk.on('2026-12-01');
  await desk.reconciles('2026-12-01');
  expect(await desk.renewals()).toMatchObject([{ state: 'open', closedBecause: 'renewed' }]);
  expect(await desk.sentence()).toBe('The customer wants to talk before deciding. Call.');
  await desk.comments('They keep what they have');
  await desk.reconciles('2026-12-01');
  expect(await desk.renewals()).toMatchObject([{ state: 'closed' }]);
});

test('a wish that was refused outlives its term: where nothing follows, until one of us has spoken with its customer', async () => {
  const desk = await withBuyer(FLEXIBLE);
  await desk.on('2026-11-27');
  const refusal = { instruction_id: await desk.wishes('draft'), reason: 'They owe for two years' };
  expect((await desk.asha.calls(instructions.refuse, refusal)).status).toBe(200);
  await desk.on('2026-12-01');
  await desk.reconciles('2026-12-01');
  expect(await desk.renewals()).toMatchObject([{ state: 'open' }]);
  expect(await desk.sentence()).toBe('Refused: 10 seats. They owe for two years. Speak with the customer again.');
  await desk.comments('They pay on Friday');
  await desk.reconciles('2026-12-02');
  expect(await desk.renewals()).toMatchObject([{ state: 'closed' }]);
});

test.each(['refused', 'cancelled'] as const)(
  'a wish of the customer that was %s is told on the next term, unless one of us has spoken with them',
  async (state) => {
    const desk = await withBuyer(BILLED);
    await desk.on('2026-11-25');
    await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
    const [drafted] = await desk.server.db.select().from(instructionsTable);
    await desk.on('2026-11-26');
    const call = state === 'refused' ? instructions.refuse : instructions.cancel;
    const ended = { instruction_id: drafted?.id ?? 0, reason: 'Signed for two years' };
    expect((await desk.asha.calls(call, ended)).status).toBe(200);
    await desk.server.db.update(subscriptionsTable).set({ termStart: '2026-11-30', termEnd: '2027-11-30' });
    await desk.reconciles('2026-12-01');
    const [, next] = await desk.renewals();
    const what = state === 'refused' ? 'Refused' : 'Taken back';
    expect(await desk.plannedOn(next?.id)).toMatchObject([
      {
        kind: 'call',
        reason: `${what}: the end of the subscription. Signed for two years. The term ended on 30 Nov. Speak with the customer.`,
      },
    ]);
  },
);

test('a refusal that one of us has spoken about is not told again on the next term', async () => {
  const desk = await withBuyer(BILLED);
  await desk.on('2026-11-25');
  const refusal = { instruction_id: await desk.wishes('draft'), reason: 'Two years' };
  expect((await desk.asha.calls(instructions.refuse, refusal)).status).toBe(200);
  await desk.on('2026-11-26');
  await desk.comments('They know');
  await desk.server.db.update(subscriptionsTable).set({ termStart: '2026-11-30', termEnd: '2027-11-30' });
  await desk.reconciles('2026-12-01');
  const [, next] = await desk.renewals();
  expect(await desk.plannedOn(next?.id)).toEqual([]);
});

test.each<[string, Omit<InputOf<typeof ownRenewals.decide>, 'renewal_id'>, string]>([
  ['not to renew', { decision: 'do_not_renew', reason: 'Price Issue' }, 'not to renew'],
  ['for fewer seats', { decision: 'change', seats: 4 }, 'on 4 seats'],
])('a contract by hand whose customer decided %s says so on the next term', async (_, decision, words) => {
  const desk = await withBuyer(CONTRACT);
  await desk.on('2026-11-27');
  await desk.decides(decision);
  await desk.reconciles('2026-12-01');
  const [, next] = await desk.renewals();
  expect(await desk.plannedOn(next?.id)).toMatchObject([
    {
      kind: 'call',
      reason: `The customer decided ${words}. The term ended on 30 Nov, and nobody has confirmed it. Speak with them.`,
    },
  ]);
});

test.each([
  ['Upgrade', 'The customer takes another product. Order it by hand: the term ended on 30 Nov.'],
  [
    'Mid Term Upgrade',
    'The customer wants seats in the middle of the term. Order them, then comment how the renewal stands.',
  ],
  ['Extension', 'Time to decide was given until 8 Dec. Call then.'],
] as const)(
  'a term with the status %s that nothing follows stays until somebody has told of it since',
  async (status, words) => {
    const desk = await withBuyer(FLEXIBLE);
    const extensionDate = status === 'Extension' ? '2026-12-08' : null;
    await desk.server.db.update(renewalsTable).set({ confirmationStatus: status, extensionDate });
    await desk.on('2026-12-01');
    await desk.reconciles('2026-12-01');
    expect(await desk.renewals()).toMatchObject([{ state: 'open' }]);
    expect(await desk.sentence()).toBe(words);
    await desk.comments('Seen to');
    await desk.reconciles('2026-12-02');
    expect(await desk.renewals()).toMatchObject([{ state: 'closed' }]);
  },
);
