import { directory } from '@desk/contract/directory';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directoryDesk, type Options } from './testing/directory-desk.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const RESELLERS = ['a@north.example', 'b@north.example', 'c@7seas.example', 'd@zen.example', 'e@nowhere.example'];

const request: fc.Arbitrary<Options> = fc.record(
  {
    name: fc
      .tuple(fc.constantFrom(...'aabzmx7'.split('')), fc.stringMatching(/^[a-z0-9-]{0,4}$/))
      .map(([first, rest]) => `${first}${rest}.example`),
    reseller: fc.constantFrom(...RESELLERS.slice(0, 4)),
    status: fc.constantFrom('ACTIVE', 'SUSPENDED', 'PENDING', 'REJECTED'),
    subscriptions: fc.array(fc.constantFrom('ACTIVE', 'SUSPENDED', 'ended'), { maxLength: 3 }),
  },
  { requiredKeys: ['name', 'status'] },
);
const generatedRows = fc.uniqueArray(request, { selector: ({ name }) => name, minLength: 5, maxLength: 60 });
const isListed = ({ status }: Options) => status === 'ACTIVE' || status === 'SUSPENDED';
const isActive = ({ subscriptions = [] }: Options) => subscriptions.includes('ACTIVE');

/** All rows of a list, page after page. */
async function allOf<Row>(ask: (page: number) => Promise<{ rows: Row[]; total: number }>) {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(page);
    rows.push(...answer.rows);
    if (answer.rows.length === 0) return { rows, total: answer.total };
  }
}

test('every count is the number of rows in its list, whatever the domains are', async () => {
  await fc.assert(
    fc.asyncProperty(generatedRows, async (given) => {
      const { asha } = await directoryDesk(RESELLERS, given);
      const customers = (await asha.calls(directory.customerCount, {})).reply;
      const resellers = (await asha.calls(directory.resellerCount, {})).reply;
      const shown = given.filter(isListed);

      const active = shown.filter(isActive).length;
      expect(customers.count).toEqual({ count: shown.length, active, inactive: shown.length - active });
      const busy = new Set(given.filter(isActive).flatMap(({ reseller }) => reseller ?? []));
      expect(resellers).toMatchObject({
        count: [{ reseller_count: 5 }],
        active: [{ active: busy.size }],
        inactive: [{ active: 5 - busy.size }],
      });

      for (const letter of LETTERS) {
        const domains = await allOf(async (page) => {
          const { reply } = await asha.calls(directory.domains, { letter, page });
          return { rows: reply.domains.map(({ domain }) => domain), total: reply.total };
        });
        const here = shown.map(({ name }) => name).filter((name) => name.startsWith(letter.toLowerCase()));
        expect(domains.rows, letter).toEqual(here.toSorted());
        expect([domains.total, customers.letters[letter]], letter).toEqual([here.length, here.length]);

        const listed = await allOf(async (page) => {
          const { reply } = await asha.calls(directory.resellers, { letter, page });
          return { rows: reply.customers, total: reply.total };
        });
        const count = listed.rows.length;
        expect([listed.total, resellers.letters[letter]], letter).toEqual([count, count]);
        for (const { reseller_email, reseller_status } of listed.rows)
          expect(reseller_status, reseller_email).toBe(busy.has(reseller_email) ? 'Y' : 'N');
      }
      const underLetters = Object.values(customers.letters).reduce((sum, one) => sum + one, 0);
      expect(customers.count.count - underLetters).toBe(shown.filter(({ name }) => name.startsWith('7')).length);
    }),
    { numRuns: 4 },
  );
}, 60_000);

test('counts are kept for a quarter of a minute, the lists never', async () => {
  let at = Date.parse('2026-11-21T10:00:00Z');
  const { asha, add } = await directoryDesk([], [{ name: 'a1.example' }], { now: () => new Date(at) });
  const counted = async () => (await asha.calls(directory.customerCount, {})).reply.letters['A'];
  const listed = async () => (await asha.calls(directory.domains, { letter: 'A' })).reply.total;
  expect(await counted()).toBe(1);

  await add({ name: 'a2.example' });

  expect([await counted(), await listed()]).toEqual([1, 2]);
  at += 14_999;
  expect(await counted()).toBe(1);
  at += 1;
  expect(await counted()).toBe(2);
});

test('counts that could not be read are read again', async () => {
  const { asha, desk } = await directoryDesk([], [{ name: 'a1.example' }]);
  await desk.pool.query('alter table domains rename to elsewhere');
  const failed = await asha.calls(directory.customerCount, {});
  await desk.pool.query('alter table elsewhere rename to domains');

  expect(failed.status).toBe(500);
  expect((await asha.calls(directory.customerCount, {})).reply.count).toMatchObject({ count: 1 });
});
