import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../launcher/processes.ts';
import type { FaultKind } from '../../simulators/google/faults.ts';
import { click, clickUntilKnown } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';
import { startProbe, type Answer, type Probe } from '../probe.ts';
import type { Round } from '../round.ts';

const KINDS: readonly FaultKind[] = [
  'quotaExceeded',
  'dailyLimitExceeded',
  'unavailable',
  'internalError',
  'unauthorized',
  'html',
  'html-200',
  'timeout',
  'reset',
  'applied-but-answer-lost',
];
/** Purchases while each kind of fault is there, and how often that hits. */
const EACH = { long: 10, short: 2 };
const CLICKS = 3;
/** Purchases of which nothing is known after the first try. */
const UNKNOWN = { long: 4, short: 2 };
const UNKNOWN_MS = 60_000;
const DECIDED_MS = 600_000;
const RETRY_MS = 5_000;

/** Subscriptions take turns; one whose last order is still open is waited for, but not for ever. */
async function nextOf(seats: Workload, token: string): Promise<Acknowledged> {
  const last = performance.now() + DECIDED_MS;
  while (performance.now() < last) {
    const action = await seats.next(token);
    if (action !== undefined) return action;
    await pause(100);
  }
  throw new Error('An order of seats is still open after all that time.');
}

/** A purchase is clicked three times at once, over both nodes. */
async function clickAtOnce(product: Product, seats: Workload, action: Acknowledged, probe: Probe): Promise<void> {
  seats.actions.push(action);
  await Promise.all(Array.from({ length: CLICKS }, () => clickUntilKnown(product.address, action, probe, () => true)));
}

async function buy(product: Product, seats: Workload, purchases: number, probe: Probe): Promise<void> {
  for (let n = 0; n < purchases; n++) {
    const action = await nextOf(seats, product.tokens[n % product.tokens.length] ?? '');
    await clickAtOnce(product, seats, action, probe);
  }
}

/**
 * Google does what it is asked, its answer is lost, and the look that follows is refused for good: only a later try can
 * learn that the seats are there. @returns how many faults that were
 */
async function leaveUnknown(product: Product, seats: Workload, purchases: number, probe: Probe): Promise<number> {
  const { faults } = product.simulators.google;
  for (let n = 0; n < purchases; n++) {
    const action = await nextOf(seats, product.tokens[0] ?? '');
    faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
    // It is looked at twice before, and asked again once with another token.
    faults.add({ kind: 'unauthorized', method: 'subscriptions.get', after: 2, times: 2 });
    await clickAtOnce(product, seats, action, probe);
    probe.hold();
    await until(() => faults.waiting().length === 0, UNKNOWN_MS, 100);
    probe.release();
  }
  return 3 * purchases;
}

/** A repeat of the click, long after all is done, gets the first answer again (idempotency key). */
async function clickAgain(product: Product, { actions }: Workload): Promise<string[]> {
  const statuses = new Set<Answer['status']>();
  for (const action of actions) statuses.add((await click(product.address, action)).status);
  statuses.delete(200);
  return statuses.size === 0 ? [] : [`clicks that were repeated long after were answered ${[...statuses].join(', ')}`];
}

/** Tries that are hours off come at once: a node wakes what has just become due. */
const retryNow = async (product: Product): Promise<void> => {
  await product.ask(
    `update seat_orders set next_try_at = now() + interval '2 seconds'
     where state in ('queued', 'unknown') and leased_until is null and next_try_at > now() + interval '2 seconds'`,
  );
};

/** Google fails in each way that it is known for, and everybody clicks more than once. */
export const googleFails: Round = {
  id: 'R-06',
  title: 'Google fails, clicks are repeated, two nodes',
  barMs: 10_000,
  nodes: 2,
  async run(product, works, length) {
    const seats = works.find(({ name }) => name === 'seats');
    if (!seats) throw new Error('There is no such work.');
    const { faults } = product.simulators.google;
    const probe = startProbe();
    const purchases = EACH[length];
    const left = await leaveUnknown(product, seats, UNKNOWN[length], probe);
    for (const kind of KINDS) {
      faults.add({ kind, method: 'subscriptions.get', times: purchases / 2 });
      faults.add({ kind, method: 'subscriptions.changeSeats', times: purchases / 2 });
      await buy(product, seats, purchases, probe);
    }
    const outages = probe.outages();
    const retrying = setInterval(() => void retryNow(product), RETRY_MS);
    const areDecided = () => until(async () => (await seats.open()) === 0, DECIDED_MS, 500);
    const problems: string[] = [];
    try {
      await areDecided();
      problems.push(...(await clickAgain(product, seats)));
      await areDecided();
    } finally {
      clearInterval(retrying);
    }
    const unmet = faults.waiting().reduce((sum, { times }) => sum + times, 0);
    faults.clear();
    return {
      rounds: KINDS.length + 1,
      injected: left + KINDS.length * purchases - unmet,
      ...outages,
      problems: [...problems, ...(unmet === 0 ? [] : [`${unmet} faults met nobody`]), ...probe.problems()],
      note: `${seats.actions.length} purchases, each clicked ${CLICKS} times at once and once long after; other answers: ${probe.others()}`,
    };
  },
};
