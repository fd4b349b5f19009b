import { expect, test } from 'vitest';
import { ServiceProblem, type ProblemDetails, type ProblemKind } from '../integrations/http/service-problem.ts';
import type { CustomerLookup } from './port.ts';
import { relationOf } from './relation-of.ts';

const MORNING = Date.parse('2026-11-21T04:00:00Z');

class Problem extends ServiceProblem {}
const problemOf = (kind: ProblemKind, details: ProblemDetails) => new Problem(kind, 'It went wrong.', details);

/** A provider of which only customers are asked for, and what was asked. */
function makeLookup(answer: (domain: string) => ReturnType<CustomerLookup['customer']>) {
  const asked: string[] = [];
  let [underWay, mostAtOnce] = [0, 0];
  const customer: CustomerLookup['customer'] = async (domain) => {
    asked.push(domain);
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    return answer(domain).finally(() => (underWay -= 1));
  };
  return { customers: { customer }, asked, mostAtOnce: () => mostAtOnce };
}
const unknown = () => Promise.resolve({ relation: 'unknown' } as const);
const down = () => Promise.reject(problemOf('unavailable', {}));
const refused = () => Promise.reject(problemOf('refused', { status: 403 }));
const at = (minutes: number) => () => new Date(MORNING + minutes * 60_000);
const domains = (count: number) => Array.from({ length: count }, (_, n) => `name-${n}.example`);

test('five are asked at a time, one after the other by a tenth of a second', async () => {
  const begun: number[] = [];
  const start = performance.now();
  const { customers, mostAtOnce } = makeLookup(async () => {
    begun.push(performance.now() - start);
    await new Promise((over) => setTimeout(over, 700));
    return unknown();
  });
  await Promise.all(domains(7).map((domain) => relationOf(customers, domain, { now: at(0) })));
  expect(mostAtOnce()).toBe(5);
  // However slow the machine, none begins before its time; a timer may ring some milliseconds early.
  expect(begun.filter((moment, n) => moment < n * 100 - 5)).toEqual([]);
});

test('after five failures in a row nobody is asked for a minute', async () => {
  let answer: () => ReturnType<CustomerLookup['customer']> = down;
  const { customers, asked } = makeLookup(() => answer());
  for (const domain of domains(5)) expect(await relationOf(customers, domain, { now: at(0) })).toBe('failed');
  answer = unknown;

  expect(await relationOf(customers, 'acme.example', { now: at(0.9) })).toBe('failed');
  expect(asked).toHaveLength(5);
  expect(await relationOf(customers, 'acme.example', { now: at(1.1) })).toBe('unknown');
});

test('a refusal is an answer: others are asked on', async () => {
  const { customers, asked } = makeLookup(refused);
  for (const domain of domains(7)) expect(await relationOf(customers, domain, { now: at(0) })).toBe('failed');
  expect(asked).toHaveLength(7);
});

test('who stops waiting is told so, and what waited is not asked', async () => {
  const stopping = new AbortController();
  const { customers, asked } = makeLookup(() => new Promise(() => undefined));
  void relationOf(customers, 'first.example', { now: at(0) });
  const waiting = relationOf(customers, 'second.example', { now: at(0), signal: stopping.signal });
  stopping.abort(new Error('The server stops.'));
  await expect(waiting).rejects.toThrow();
  expect(asked).not.toContain('second.example');
});

test('an error of our own is not hidden', async () => {
  const { customers } = makeLookup(() => Promise.reject(new TypeError('A slip of ours')));
  await expect(relationOf(customers, 'acme.example', { now: at(0) })).rejects.toThrow('A slip of ours');
});
