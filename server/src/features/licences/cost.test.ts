import { costOf } from '@desk/contract/rules/seat-cost';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const yearly = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);
const seats = fc.integer({ min: 1, max: 50_000 });
const days = fc.oneof(fc.integer({ min: 1, max: 1_100 }), fc.constant(365 / 12));
const centsOf = (text: string) => BigInt(text.replace('.', ''));

describe('what more seats cost', () => {
  test('is a number with two places', () => {
    fc.assert(
      fc.property(seats, yearly, days, (count, price, left) => {
        expect(costOf(count, { yearly: price, days: left })).toMatch(/^(0|[1-9]\d*)\.\d{2}$/);
      }),
    );
  });

  test('is not less for more seats, days or money', () => {
    fc.assert(
      fc.property(seats, yearly, fc.integer({ min: 1, max: 1_100 }), (count, price, left) => {
        const cost = centsOf(costOf(count, { yearly: price, days: left }));
        expect(centsOf(costOf(count + 1, { yearly: price, days: left })) >= cost).toBe(true);
        expect(centsOf(costOf(count, { yearly: price, days: left + 1 })) >= cost).toBe(true);
        const [whole = '', part = ''] = price.split('.');
        expect(centsOf(costOf(count, { yearly: `${Number(whole) + 1}.${part}`, days: left })) >= cost).toBe(true);
      }),
    );
  });

  test('is the same in one order and in two, to the cent', () => {
    fc.assert(
      fc.property(seats, seats, yearly, days, (some, more, price, left) => {
        const cost = (count: number) => centsOf(costOf(count, { yearly: price, days: left }));
        const difference = cost(some + more) - cost(some) - cost(more);
        expect(difference >= -1n && difference <= 1n).toBe(true);
      }),
    );
  });
});
