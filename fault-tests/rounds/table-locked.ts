import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { access } from '../../contract/src/access.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { click } from '../clicks.ts';
import type { Product } from '../product.ts';
import { startProbe, type Probe } from '../probe.ts';
import type { Round } from '../round.ts';
import { signIn } from '../smoke.ts';
import { writeOnce } from '../writers.ts';

const CLIENTS = 200;
const TIMES = { long: 3, short: 1 };
const LOCKED_MS = 8_000;
/** Every waiting request is answered by then: it waits for a connection and the lock, and all time out together. */
const ANSWER_MS = 7_000;
/** Bodies with another month each, so that nothing is answered from what is kept. */
const MONTHS = 12;

/** As a careless statement of somebody who operates the database. */
async function whileLocked(url: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table renewals in access exclusive mode');
    await work();
    await client.query('rollback');
  } finally {
    await client.end();
  }
}

const askFor = ({ address, tokens, database }: Product, n: number) => {
  const year = database.today.slice(0, 4);
  const month = `${year}-${String(1 + (n % MONTHS)).padStart(2, '0')}`;
  return click(address, { path: renewals.all.path, body: { month }, token: tokens[n % tokens.length] ?? '' });
};

/** Clients who want nothing but what is locked. */
async function crowd(product: Product, probe: Probe, isOver: () => boolean): Promise<void> {
  const client = async (n: number): Promise<void> => {
    while (!isOver()) {
      const answer = await askFor(product, n);
      probe.record(renewals.all.path, answer, `client ${n}`);
      if (answer.status !== 200) await pause(250);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
}

/** Requests that do not need the table are still served, and people can sign in. */
async function others({ address, tokens, simulators }: Product): Promise<string[]> {
  const [token = ''] = tokens;
  const slow: number[] = [];
  for (let n = 0; n < 20; n++) {
    const { status, ms } = await click(address, { path: access.checkSession.path, body: {}, token });
    if (status !== 200 || ms > 1_000) slow.push(ms);
  }
  const { status } = await signIn(simulators, address);
  return [
    ...(slow.length <= 1 ? [] : [`${slow.length} of 20 questions for the session failed or took more than a second`]),
    ...(status === 200 ? [] : [`a login is ${status}`]),
  ];
}

/** a table that everybody wants is locked, and every connection of the pool waits for it. */
export const tableLocked: Round = {
  id: 'R-04',
  title: `a locked table, ${CLIENTS} clients`,
  barMs: 5_000,
  nodes: 1,
  async run(product, works, length) {
    const probe = startProbe();
    const problems: string[] = [];
    const state = { isOver: false };
    const waiting = crowd(product, probe, () => state.isOver);
    for (let n = 0; n < TIMES[length]; n++) {
      await pause(1_000);
      probe.hold();
      await whileLocked(product.env.DATABASE_URL, async () => {
        const [found] = await Promise.all([others(product), pause(LOCKED_MS)]);
        problems.push(...found);
      });
      probe.release();
      await pause(3_000);
      const slowest = Math.round(probe.slowest());
      if (slowest > ANSWER_MS) problems.push(`while the table was locked an answer took ${slowest} ms`);
    }
    state.isOver = true;
    await waiting;
    if (probe.count(503) === 0) problems.push('nobody was told 503 while the table was locked');
    await writeOnce(product, works);
    return {
      rounds: TIMES[length],
      injected: TIMES[length],
      ...probe.outages(),
      problems: [...problems, ...probe.problems()],
      note: `the slowest answer took ${Math.round(probe.slowest())} ms; other answers: ${probe.others()}`,
    };
  },
};
