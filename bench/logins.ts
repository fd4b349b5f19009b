import { setTimeout as pause } from 'node:timers/promises';
import { access } from '../contract/src/access.ts';
import { hashPassword, passwordMatches } from '../server/src/auth/passwords.ts';
import { alternate, fire, json, median, quantile, repeat, send, type Target } from './measure.ts';
import type { Bench } from './reads.ts';
import { cpuLine, type Line } from './report.ts';

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

/** Some hundreds, as a server that runs has had: of the first sixty a fifth of the time goes to code that runs for the first time. */
const LOGINS = 400;
const ROUNDS = 3;
/** Milliseconds of the processor that this process has taken. */
const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

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
  const bareCpu: number[] = [];
  /** argon2 alone, in this process. */
  const hashesAlone = async () => {
    const before = ownCpu();
    const seen = await repeat(AT_ONCE, LOGINS, () => passwordMatches(hashed, PASSWORD));
    bareCpu.push((ownCpu() - before) / LOGINS);
    return seen;
  };
  const seen = await alternate(
    ROUNDS,
    hashesAlone,
    (round) =>
      repeat(CLIENTS, LOGINS, (n) => send(from(product, n + round * LOGINS), ask(n + round * LOGINS), CLIENTS)),
    { cpu: bench.cpu, units: LOGINS },
  );
  const rate = (side: typeof seen.product) => median(side.map(({ perSecond }) => perSecond));
  const work = `W8 logins; ${CLIENTS} clients`;

  const flood = startFlood(product);
  const others = await fire(product, 4, CHECKS, () => json(pathOf(access.checkSession), {}));
  const turnedAway = await flood.stop();
  return [
    { work, unit: '/s', limit: rate(seen.limit), product: rate(seen.product), times: 1.5 },
    cpuLine(work, { limit: median(bareCpu), product: seen.cpu.product }, 1.3),
    {
      work: `W8 another call while ${PEOPLE} logins wait (${turnedAway} were told to come again), p95`,
      unit: 'ms',
      limit: null,
      product: quantile(others.ms, 0.95),
      most: 300,
    },
  ];
}
