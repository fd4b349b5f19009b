import { beforeEach, expect, test } from 'vitest';
import { daysOf } from '../days.ts';
import type { Seen, Wish } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Person } from './calls.ts';
import { makeCustomers } from './customers.ts';

const TODAY = '2028-01-10';
const NOW = { plan: 'ANNUAL', status: 'ACTIVE', seats: 20, licensed: 12, renewalType: null };
const IN_USE = '12 people use a seat. Choose 12 or more, or take seats from people first and come back.';
const wants: Wish = { outcome: 'renew', seats: 9 };
/** Who knows it once they were asked, and says it in the portal. */
const one = {
  ...{ term: 'firm.example/Vault/1', domain: 'firm.example', sku: 'Vault', endsAt: Date.parse('2028-03-01') },
  intention: { wants, channel: 'portal', isReachable: true, knows: { how: 'asked', times: 1 }, changes: null },
} as unknown as Running;

let seen: Seen[] = [];
let asked: unknown[] = [];
beforeEach(() => void ([seen, asked] = [[], []]));

/** Customers whose portal answers to what they decide. */
function customersOf(status: number, message: string) {
  const reply = { renewals: [{ renewal_id: 7, domain_name: 'firm.example', sku_name: 'Vault' }] };
  const calls = (_: unknown, body: object) => {
    if (!('decision' in body)) return Promise.resolve({ status: 200, message: '', reply });
    asked.push(body);
    return Promise.resolve({ status, message, reply: {} });
  };
  return makeCustomers({
    days: daysOf({ timeZone: 'Asia/Kolkata', lead: 2, holidays: [] }),
    ...{ note: (what) => void seen.push(what), now: () => 5, standing: () => NOW, reply: () => undefined },
    portal: () => Promise.resolve({ calls } as unknown as Person),
    decideByLink: () => Promise.reject(new Error('They have no link.')),
  });
}

test('who wants fewer seats than people use is refused in the portal, and says it to who calls', async () => {
  const customers = customersOf(422, IN_USE);
  expect(customers.answer(one, 'asha', TODAY)).toMatchObject({ is: 'later' });

  await customers.decideByThemselves([one], TODAY);
  await customers.decideByThemselves([one], TODAY);

  expect(asked).toEqual([{ renewal_id: 7, decision: 'change', seats: 9 }]);
  expect(seen.filter(({ kind }) => kind === 'decided')).toEqual([]);
  expect(customers.answer(one, 'asha', TODAY)).toEqual({ is: 'decided', wish: wants });
  expect(seen.filter(({ kind }) => kind === 'decided')).toMatchObject([{ wish: wants, channel: 'phone' }]);
});

test('whatever else the portal refuses is a fault of the product', async () => {
  const customers = customersOf(422, 'The last day to decide has passed. Please call us.');
  customers.answer(one, 'asha', TODAY);
  await expect(customers.decideByThemselves([one], TODAY)).rejects.toThrow('The portal refused firm.example/Vault/1');
});

test('who changes their mind may come back to the first word, which counts again', async () => {
  const customers = customersOf(200, '');
  const other: Wish = { outcome: 'end' };
  const changes = { after: 2, wish: other, returns: true };
  const wavering = { ...one, intention: { ...one.intention, changes } };
  customers.answer(wavering, 'asha', TODAY);

  for (const day of ['2028-01-10', '2028-01-11', '2028-01-12', '2028-01-13', '2028-01-14', '2028-01-20'])
    await customers.decideByThemselves([wavering], day);

  expect(seen.flatMap((what) => (what.kind === 'decided' ? [what.wish] : []))).toEqual([wants, other, wants]);
  expect(customers.word(wavering.term)).toEqual(wants);
});
