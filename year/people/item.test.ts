import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import { expect, test } from 'vitest';
import { keyedRandom } from '../keyed-random.ts';
import { daysOf } from '../days.ts';
import type { Running } from '../watch/provider.ts';
import type { Person } from './calls.ts';
import { makeCustomers } from './customers.ts';
import { handlerOf } from './item.ts';

const TODAY = '2028-01-10';
const days = daysOf({ timeZone: 'Asia/Kolkata', lead: 2, holidays: [] });
const NOW = { plan: 'ANNUAL', status: 'ACTIVE', seats: 28, licensed: 12, renewalType: null };

/** Customers who have neither portal nor link. */
const byPhone = () =>
  makeCustomers({
    ...{ days, note: () => undefined, now: () => 5, standing: () => NOW, reply: () => undefined },
    portal: () => Promise.reject(new Error('They have no portal.')),
    decideByLink: () => Promise.reject(new Error('They have no link.')),
  });

/** Somebody looks at an item whose instruction for so many seats is blocked. @returns what was asked of the product, and what was freed */
async function looksAt(seats: number) {
  const one = {
    ...{ term: 'firm.example/Vault/1', domain: 'firm.example', sku: 'Vault', endsAt: Date.parse('2028-03-01') },
    intention: {
      ...{ wants: { outcome: 'renew', seats }, channel: 'phone', isReachable: true },
      ...{ knows: { how: 'asked', times: 1 }, changes: null, frees: 'at once' },
    },
  } as unknown as Running;
  const customers = byPhone();
  expect(customers.answer(one, 'asha', TODAY)).toMatchObject({ is: 'decided' });
  const freed: number[] = [];
  const handler = handlerOf({
    ...{ days, customers, random: keyedRandom(7), note: () => undefined, now: () => 5, mistakes: new Map() },
    termOf: () => one,
    pastOf: () => undefined,
    isSuspended: () => false,
    restore: () => undefined,
    setLicensed: (_, licensed) => void freed.push(licensed),
  });
  const asked: string[] = [];
  const calls = ({ path }: { path: string }) => {
    asked.push(path);
    const reply = { instructions: [{ instruction_id: 3, state: 'blocked', seats }] };
    return Promise.resolve({ status: 200, message: '', reply });
  };
  const person = { email: 'asha', calls } as unknown as Person;
  const item = { act: 'look', renewal_id: 7, inbound_id: null, last_safe_day: '2028-02-25' } as unknown as WorkItem;
  await handler.handle(person, item, TODAY);
  return { asked, freed };
}

/** Somebody calls about a term that ended undecided, and whose customer wants that. @returns what was ordered anew, and asked of the product */
async function callsAfterEnd(intention: object) {
  const one = { term: 'firm.example/Vault/1', endsAt: Date.parse('2028-01-06'), intention } as unknown as Running;
  const customers = byPhone();
  const ordered: unknown[] = [];
  const handler = handlerOf({
    ...{ days, customers, random: keyedRandom(7), note: () => undefined, now: () => 5, mistakes: new Map() },
    termOf: () => undefined,
    pastOf: () => one,
    isSuspended: () => true,
    restore: (_, wish) => void ordered.push(wish),
    setLicensed: () => undefined,
  });
  const asked: string[] = [];
  const calls = ({ path }: { path: string }) => {
    asked.push(path);
    return Promise.resolve({ status: 200, message: '', reply: {} });
  };
  const item = {
    act: 'talk',
    renewal_id: 7,
    inbound_id: null,
    days_late: 2,
    last_safe_day: null,
  } as unknown as WorkItem;
  await handler.handle({ email: 'asha', calls } as unknown as Person, item, TODAY);
  return { ordered, asked, isLeftToday: handler.isLeftToday(item, TODAY) };
}

test('what ended undecided is ordered anew for who wants it back, and is not called about again the next morning', async () => {
  const wants = { outcome: 'renew', seats: 9 };
  expect(await callsAfterEnd({ wants, isReachable: true })).toEqual({
    ...{ ordered: [wants], asked: [followUp.addComment.path], isLeftToday: true },
  });
});

test('who has left has left, and whom nobody reaches is called again', async () => {
  const left = await callsAfterEnd({ wants: { outcome: 'end' }, isReachable: true });
  expect(left).toMatchObject({ ordered: [], asked: [followUp.saveStatus.path] });
  const silent = await callsAfterEnd({ wants: { outcome: 'renew', seats: 9 }, isReachable: false });
  expect(silent).toMatchObject({ ordered: [], asked: [followUp.addComment.path] });
});

test('seats are freed for a wish below what is assigned', async () => {
  expect(await looksAt(9)).toEqual({ freed: [9], asked: [instructions.list.path, instructions.retry.path] });
});

test.each([20, 28, 32])(
  'a wish for %i seats that something else holds up is tried again, and nobody frees any',
  async (seats) => {
    expect(await looksAt(seats)).toEqual({ freed: [], asked: [instructions.list.path, instructions.retry.path] });
  },
);
