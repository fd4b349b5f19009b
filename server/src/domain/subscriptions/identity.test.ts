import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renamedIds, type Listed, type Ours } from './identity.ts';

const STARTER = '1010020027';
const STANDARD = '1010020028';
const PLUS = '1010020025';
const VAULT = 'Google-Vault';
const listed = (externalId: string, skuId = STARTER, customerId = 1): Listed => ({ externalId, customerId, skuId });
const ours = (id: number, externalId: string, over: Partial<Ours> = {}): Ours => ({
  ...{ id, customerId: 1, externalId, knownIds: [externalId], skuId: STARTER, alive: true },
  ...over,
});
const renamed = (now: Listed[], known: Ours[]) => Object.fromEntries(renamedIds(now, known));

describe('a subscription goes on under a new id', () => {
  test('when the same customer has the same SKU under another id', () => {
    expect(renamed([listed('b')], [ours(1, 'a')])).toEqual({ b: 1 });
    expect(renamed([listed('b')], [ours(1, 'a', { alive: false })])).toEqual({ b: 1 });
  });
  test('when one of a product vanished and one of that product appeared', () => {
    expect(renamed([listed('b', STANDARD)], [ours(1, 'a')])).toEqual({ b: 1 });
    expect(renamed([listed('b', 'Google-Apps-For-Business')], [ours(1, 'a')])).toEqual({ b: 1 });
  });
  test('when one of its earlier ids is listed again', () => {
    expect(renamed([listed('a', VAULT)], [ours(1, 'b', { knownIds: ['a', 'b'] })])).toEqual({ a: 1 });
  });
});

describe('a subscription is a new one', () => {
  test.each<[string, Listed[], Ours[]]>([
    ['while the old one is still listed', [listed('a'), listed('b', STANDARD)], [ours(1, 'a')]],
    ['where it is another product', [listed('b', VAULT)], [ours(1, 'a')]],
    ['where it is another customer’s', [listed('b', STARTER, 2)], [ours(1, 'a')]],
    ['where two of the product appeared', [listed('b', STANDARD), listed('c', PLUS)], [ours(1, 'a')]],
    ['where two of the product vanished', [listed('c', PLUS)], [ours(1, 'a'), ours(2, 'b', { skuId: STANDARD })]],
    ['where the other SKU vanished long ago', [listed('b', STANDARD)], [ours(1, 'a', { alive: false })]],
  ])('%s', (_when, now, known) => {
    expect(renamed(now, known)).toEqual({});
  });
});

test('whatever the order of the list and however often it is read, each id has one subscription and the same', () => {
  const sku = fc.constantFrom(STARTER, STANDARD, PLUS, VAULT, '1010010001');
  const list = fc.uniqueArray(
    fc.record({ externalId: fc.stringMatching(/^[a-f]$/), customerId: fc.nat(2), skuId: sku }),
    {
      selector: (row) => row.externalId,
    },
  );
  fc.assert(
    fc.property(list, list, fc.infiniteStream(fc.nat()), (before, now, dice) => {
      const known = before.map((row, id) => ({ ...row, id, knownIds: [row.externalId], alive: id % 3 > 0 }));
      const shuffled = now
        .map((row) => ({ row, at: dice.next().value as number }))
        .sort((one, other) => one.at - other.at)
        .map(({ row }) => row);
      const found = renamedIds(now, known);
      expect(new Map([...renamedIds(shuffled, known.toReversed())].sort())).toEqual(new Map([...found].sort()));
      expect(new Set(found.values()).size).toBe(found.size);
      const after = known.map((one) => {
        const [externalId] = [...found].flatMap(([id, at]) => (at === one.id ? [id] : []));
        const row = now.find((candidate) => candidate.externalId === (externalId ?? one.externalId));
        return row ? { ...one, ...row, knownIds: [...one.knownIds, row.externalId], alive: true } : one;
      });
      expect(renamedIds(now, after).size).toBe(0);
    }),
  );
});
