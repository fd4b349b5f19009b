import { expect, test } from 'vitest';
import { databaseClock } from './clock.ts';

/** A machine whose own time stands as the test says. */
function machine(at: number) {
  const own = { at };
  const clock = databaseClock(() => own.at);
  /** The database was asked, and its answer took so long. */
  const asks = (database: number, took: number) => {
    const asked = own.at;
    own.at += took;
    clock.measured(asked, database + took / 2, own.at);
  };
  return { own, asks, shown: () => clock.now().getTime() };
}

test('machines that are hours apart tell the same time as the database', () => {
  const [early, late] = [machine(1_000_000), machine(9_000_000)];
  early.asks(5_000_000, 2);
  late.asks(5_000_000, 2);
  expect([early.shown(), late.shown()]).toEqual([5_000_002, 5_000_002]);
  early.own.at += 10_000;
  expect(early.shown()).toBe(5_010_002);
});

test('a slow answer changes nothing that a quick one said, until it cannot be right any more', () => {
  const { own, asks, shown } = machine(0);
  asks(1_000_000, 2);
  asks(1_000_000 + own.at + 300, 1_000);
  expect(shown()).toBe(1_000_000 + own.at);
  asks(2_000_000, 1_000);
  expect(shown()).toBe(2_001_000);
});

test('it drifts no further than until the next measure', () => {
  const { own, asks, shown } = machine(0);
  asks(1_000_000, 2);
  own.at += 3_600_000;
  asks(1_000_000 + own.at + 1_500, 2);
  expect(shown()).toBe(1_000_000 + own.at + 1_500);
});

test('a clock that was a little ahead stands still until it is right, one that was far ahead goes back', () => {
  const { own, asks, shown } = machine(0);
  asks(1_000_000, 2);
  const before = shown();
  own.at += 1_000_000;
  asks(1_000_000 + own.at - 500, 2);
  own.at += 100;
  const ahead = 1_000_000 + own.at - 500;
  expect(shown()).toBe(ahead);
  expect(shown()).toBeGreaterThan(before);

  asks(ahead - 300, 0);
  expect(shown()).toBe(ahead);
  own.at += 200;
  expect(shown()).toBe(ahead);
  own.at += 200;
  expect(shown()).toBe(ahead + 100);

  asks(ahead - 3_600_000, 0);
  expect(shown()).toBe(ahead - 3_600_000);
});
