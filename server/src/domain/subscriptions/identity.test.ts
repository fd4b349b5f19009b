import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renamedIds, type Listed, type Ours } from './identity.ts';

const STARTER = '1010020027';
const STANDARD = '1010020028';
const PLUS = '1010020025';
const VAULT = 'Google-Vault';
const listed = (externalId: string, skuId = STARTER, customerId = 1, domain = 'one.example'): Listed => ({
  ...{ externalId, customerId, skuId, domain },
});
const on = (domain: string, externalId: string, skuId = STARTER): Listed => listed(externalId, skuId, 1, domain);
const ours = (id: number, externalId: string, over: Partial<Ours> = {}): Ours => ({
  ...{ id, customerId: 1, domain: 'one.example', externalId, knownIds: [externalId], skuId: STARTER, alive: true },
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

describe('of a customer with several domains', () => {
  const [one, two] = [ours(1, 'a'), ours(2, 'b', { domain: 'two.example' })];

  test('each domain keeps its own subscription where all ids change at once, whatever their order', () => {
    expect(renamed([on('one.example', 'y'), on('two.example', 'x')], [one, two])).toEqual({ y: 1, x: 2 });
    expect(renamed([on('one.example', 'x'), on('two.example', 'y')], [one, two])).toEqual({ x: 1, y: 2 });
    const upgraded = [on('one.example', 'y', STANDARD), on('two.example', 'x', PLUS)];
    expect(renamed(upgraded, [one, two])).toEqual({ y: 1, x: 2 });
  });
  test('an upgrade within the domain comes before the same SKU on another one', () => {
    expect(renamed([on('one.example', 'y', STANDARD), on('two.example', 'x')], [one])).toEqual({ y: 1 });
  });
  test('a domain that is renamed as the id changes keeps its subscription, upgraded or not', () => {
    expect(renamed([on('new.example', 'x')], [one])).toEqual({ x: 1 });
    expect(renamed([on('new.example', 'x', STANDARD)], [one])).toEqual({ x: 1 });
    expect(renamed([on('new.example', 'x'), on('two.example', 'y')], [one, two])).toEqual({ x: 1, y: 2 });
    const vault = ours(3, 'c', { skuId: VAULT });
    expect(renamed([on('new.example', 'x', VAULT), on('new.example', 'y')], [one, vault])).toEqual({ x: 3, y: 1 });
  });
  test('nothing is guessed where two domains went or came', () => {
    expect(renamed([on('new.example', 'x'), on('other.example', 'y')], [one, two])).toEqual({});
    expect(renamed([on('new.example', 'x')], [one, two])).toEqual({});
    expect(renamed([on('new.example', 'x'), on('other.example', 'y')], [one])).toEqual({});
  });
  test('what ended long ago on another domain did not become what came now', () => {
    expect(renamed([on('two.example', 'x')], [ours(1, 'a', { alive: false })])).toEqual({});
  });
  test('several of one domain and SKU are paired in turn', () => {
    expect(renamed([on('one.example', 'x'), on('one.example', 'y')], [one, ours(2, 'b')])).toEqual({ x: 2, y: 1 });
  });
});

test('whatever the order of the list and however often it is read, each id has one subscription and the same', () => {
  const sku = fc.constantFrom(STARTER, STANDARD, PLUS, VAULT, '1010010001');
  const list = fc.uniqueArray(
    fc.record({
      ...{ externalId: fc.stringMatching(/^[a-f]$/), customerId: fc.nat(2), skuId: sku },
      domain: fc.constantFrom('one.example', 'two.example'),
    }),
    { selector: (row) => row.externalId },
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
