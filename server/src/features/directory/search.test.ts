import { directory } from '@desk/contract/directory';
import { expect, test } from 'vitest';
import { directoryDesk } from './testing/directory-desk.ts';

test.each([
  ['%', ['a%b.example']],
  ['_', ['a_b.example']],
  ['\\', ['a\\b.example']],
  ['A%B', ['a%b.example']],
  ['.*', []],
  ["'", []],
  ['AXB', ['axb.example']],
  ['b.ex', ['a%b.example', 'a\\b.example', 'a_b.example', 'axb.example']],
])('a search for %j finds only domains that hold just that', async (search, found) => {
  const { asha } = await directoryDesk(
    [],
    ['a%b.example', 'a_b.example', 'a\\b.example', 'axb.example'].map((name) => ({ name })),
  );

  const { reply } = await asha.calls(directory.search, { tabValue: 'customers', search });

  expect(reply).toEqual({
    domains: found.map((domain): unknown => expect.objectContaining({ domain })),
    total: found.length,
  });
});

test('a part of a domain or of a company finds a customer once, by name, all pages long', async () => {
  const { asha } = await directoryDesk(
    [],
    Array.from({ length: 30 }, (_, n) => ({
      name: `${n % 2 === 0 ? 'indus' : 'ganga'}-${n}.example`,
      company: n % 3 === 0 ? `Indus Motors ${n}` : '100% Ganga_Works',
    })),
  );
  const all = async (search: string) => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => asha.calls(directory.search, { tabValue: 'customers', search, page })),
    );
    const domains = pages.flatMap(({ reply }) => reply.domains.map((row) => ('domain' in row ? row.domain : '')));
    return { domains, totals: new Set(pages.map(({ reply }) => reply.total)) };
  };
  const names = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? `indus-${n}.example` : `ganga-${n}.example`));

  const both = names.filter((_, n) => n % 2 === 0 || n % 3 === 0).toSorted();
  expect(await all('INDUS')).toEqual({ domains: both, totals: new Set([20]) });
  const byCompany = names.filter((_, n) => n % 3 !== 0).toSorted();
  expect(await all('100% ganga_')).toEqual({ domains: byCompany, totals: new Set([20]) });
});

test('a domain that begins with a digit is under no letter, and found by a search', async () => {
  const { asha } = await directoryDesk([], [{ name: '24seven.example' }]);

  expect(Object.values((await asha.calls(directory.customerCount, {})).reply.letters)).toEqual(Array(26).fill(0));
  const { reply } = await asha.calls(directory.search, { tabValue: 'customers', search: '24' });
  expect(reply).toMatchObject({ domains: [{ domain: '24seven.example' }], total: 1 });
});

test('among resellers a search finds the domain of their e-mail or their company', async () => {
  const { asha } = await directoryDesk(['north@partner.example', 'sales@north.example', 'x_y@under_score.example'], []);
  const found = async (search: string) => {
    const { reply } = await asha.calls(directory.search, { tabValue: 'resellers', search });
    const rows = reply.domains.map((row) => ('reseller_email' in row ? row.reseller_email : ''));
    expect(reply.total).toBe(rows.length);
    return rows;
  };

  expect(await found('North')).toEqual(['sales@north.example']);
  expect(await found('reseller 0')).toEqual(['north@partner.example']);
  expect(await found('_')).toEqual(['x_y@under_score.example']);
  expect(await found('nothing')).toEqual([]);
});

test('a search for nothing is refused in words', async () => {
  const { asha } = await directoryDesk([], []);
  const { status, reply } = await asha.calls(directory.search, { tabValue: 'customers', search: '  ' });
  expect({ status, message: reply.message }).toEqual({ status: 400, message: 'Enter a part of a domain' });
});
