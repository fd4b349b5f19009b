import { directory } from '@desk/contract/directory';
import { expect, test } from 'vitest';
import { directoryDesk } from './testing/directory-desk.ts';

test('a letter lists the domains that begin with it, in any case, eight on a page by name', async () => {
  const names = Array.from({ length: 18 }, (_, n) => `a${'kjihgfedcba'[n % 11]}${n}.example`);
  const { asha } = await directoryDesk(
    [],
    [...names, 'b.example', '7up.example', 'xa.example', 'AZ.example'].map((name) => ({ name })),
  );

  const pages = await Promise.all([1, 2, 3, 4].map((page) => asha.calls(directory.domains, { letter: 'a', page })));

  expect(pages.map(({ reply }) => [reply.domains.length, reply.total])).toEqual([
    [8, 19],
    [8, 19],
    [3, 19],
    [0, 19],
  ]);
  const listed = pages.flatMap(({ reply }) => reply.domains.map(({ domain }) => domain.toLowerCase()));
  expect(listed).toEqual([...names, 'az.example'].toSorted());
  expect((await asha.calls(directory.domains, { letter: 'A' })).reply).toEqual(pages[0]?.reply);
});

test('the user name is the reseller, else the person of the portal, else the customer', async () => {
  const { asha, add, desk } = await directoryDesk(['sales@partner.example', 'sales@asleep.example'], []);
  const ravi = await desk.account({ email: 'ravi@portal.example', kind: 'customer' });
  const email = 'office@customer.example';
  await add({ name: 'd1.example', email, ownerId: ravi.id, reseller: 'sales@partner.example' });
  await add({ name: 'd2.example', email, ownerId: ravi.id, reseller: 'sales@asleep.example' });
  await add({ name: 'd3.example', email, ownerId: ravi.id });
  await add({ name: 'd4.example', email });
  await add({ name: 'd5.example', company: 'Nameless Ltd' });
  await add({ name: 'other.example', reseller: 'sales@partner.example', subscriptions: ['SUSPENDED', 'ACTIVE'] });
  await add({ name: 'over.example', reseller: 'sales@asleep.example', subscriptions: ['SUSPENDED', 'ended'] });

  const { reply } = await asha.calls(directory.domains, { letter: 'D' });

  const company = 'Acme Pvt Ltd';
  expect(reply.domains).toEqual([
    { domain: 'd1.example', company, username: 'sales@partner.example', reseller_status: 'Y' },
    { domain: 'd2.example', company, username: 'sales@asleep.example', reseller_status: 'N' },
    { domain: 'd3.example', company, username: 'ravi@portal.example', reseller_status: 'N' },
    { domain: 'd4.example', company, username: email, reseller_status: 'N' },
    { domain: 'd5.example', company: 'Nameless Ltd', username: null, reseller_status: 'N' },
  ]);
});

test('what is only wished for, or was refused, is not in the directory', async () => {
  const { asha } = await directoryDesk(
    ['sales@partner.example'],
    (['ACTIVE', 'PENDING', 'SUSPENDED', 'REJECTED'] as const).map((status) => ({
      name: `${status}.example`,
      status,
      reseller: 'sales@partner.example',
    })),
  );

  const listed = async (letter: string) =>
    (await asha.calls(directory.domains, { letter })).reply.domains.map(({ domain }) => domain);
  expect(await Promise.all(['A', 'P', 'S', 'R'].map(listed))).toEqual([
    ['ACTIVE.example'],
    [],
    ['SUSPENDED.example'],
    [],
  ]);
  expect((await asha.calls(directory.customerCount, {})).reply.count).toEqual({ count: 2, active: 0, inactive: 2 });
  const found = await asha.calls(directory.search, { tabValue: 'customers', search: 'example' });
  expect(found.reply.total).toBe(2);
  const ofReseller = await asha.calls(directory.resellerCustomers, { reseller_domain: 'partner.example' });
  expect(ofReseller.reply.total).toBe(2);
});

test.each([[''], ['AB'], ['1'], ['%'], ['é'], ['A\n'], ['*'], [null], [undefined], [['A']], [7]])(
  'the letter %j is refused in words, for domains and for resellers',
  async (letter) => {
    const { asha } = await directoryDesk([], []);
    for (const call of [directory.domains, directory.resellers]) {
      const { status, reply } = await asha.calls(call, { letter: letter as string });
      expect({ status, message: reply.message }).toEqual({
        status: 400,
        message: 'Please select a letter to see data.',
      });
    }
  },
);
