import { setTimeout as pause } from 'node:timers/promises';
import { access } from '../contract/src/access.ts';
import { hashPassword, passwordMatches } from '../server/src/auth/passwords.ts';
import { fire, json, median, quantile, send, type Target } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const PEOPLE = 200;
const PASSWORD = 'a password for the bench';
/** As many hashes as the product makes at once. */
const AT_ONCE = 2;
/** Enough that a hash never waits for a login, few enough that none is refused. */
const CLIENTS = 8;
const CHECKS = 400;

const pathOf = ({ path }: { path: string }): string => `/api/${path}`;
const emailOf = (n: number): string => `login${n % PEOPLE}@bench.example`;
const ask = (n: number) => json(pathOf(access.login), { email: emailOf(n), password: PASSWORD });

/** Each person comes from an address of their own, as the loopback proxy tells it. */
const from = (product: Target, n: number): Target => ({
  ...product,
  headers: { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
});

/** The people of the flood. @returns what is kept of their password. */
export async function addPeople(query: (text: string, values: unknown[]) => Promise<unknown>): Promise<string> {
  const hashed = await hashPassword(PASSWORD);
  await query(
    `insert into accounts (kind, email, name, password_hash, status, role, created_at)
     select 'customer', 'login' || n || '@bench.example', 'Person ' || n, $1, 'ACTIVE', 'CUSTOMER', now()
    from generate_series(0, ${PEOPLE - 1}) n on conflict do nothing`,
    [hashed],
  );
  return hashed;
}

/** Rate of argon2 alone in this process, per second. */
async function bareRate(hashed: string): Promise<number> {
  const count = 60;
  const began = performance.now();
  let next = 0;
  const one = async () => {
    while (next++ < count) await passwordMatches(hashed, PASSWORD);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return (count * 1_000) / (performance.now() - began);
}

/** Far more people sign in than the product can take, again and again. `stop` tells how many were told to come again. */
export function startFlood(product: Target) {
  let isOver = false;
  let turnedAway = 0;
  let n = 1_000;
  const crowd = Array.from({ length: PEOPLE }, async () => {
    while (!isOver) {
      const mine = n++;
      // A refused login is retried, as by a person.
      await send(from(product, mine), ask(mine), PEOPLE).catch(() => (turnedAway += 1));
      await pause(100);
    }
  });
  return {
    stop: async (): Promise<number> => {
      isOver = true;
      await Promise.all(crowd);
      return turnedAway;
    },
  };
}

/** W8: logins beside bare argon2, and what other calls feel while 200 logins are waiting. */
export async function logins(bench: Bench): Promise<Line[]> {
  const { product } = bench;
  const hashed = await addPeople((text, values) => bench.client.query(text, values));
  const rates: { limit: number[]; product: number[] } = { limit: [], product: [] };
  for (let round = 0; round < 3; round++) {
    rates.limit.push(await bareRate(hashed));
    const began = performance.now();
    let next = round * 60;
    const last = next + 60;
    const one = async () => {
      for (let n = next++; n < last; n = next++) await send(from(product, n), ask(n), CLIENTS);
    };
    await Promise.all(Array.from({ length: CLIENTS }, one));
    rates.product.push(60_000 / (performance.now() - began));
  }

  const flood = startFlood(product);
  const others = await fire(product, 4, CHECKS, () => json(pathOf(access.checkSession), {}));
  const turnedAway = await flood.stop();
  return [
    {
      work: 'W8 logins; 8 clients',
      unit: '/s',
      limit: median(rates.limit),
      product: median(rates.product),
      times: 1.5,
    },
    {
      work: `W8 another call while ${PEOPLE} logins wait (${turnedAway} were told to come again), p95`,
      unit: 'ms',
      limit: null,
      product: quantile(others.ms, 0.95),
      most: 300,
    },
  ];
}
