import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../launcher/processes.ts';
import type { FaultKind } from '../../simulators/google/faults.ts';
import { click, insist } from '../clicks.ts';
import type { Desk } from '../desk.ts';
import type { Acknowledged, Workload } from '../ledger.ts';
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
const HURRY_MS = 5_000;

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
async function clickAtOnce(desk: Desk, seats: Workload, action: Acknowledged, pulse: Probe): Promise<void> {
  seats.actions.push(action);
  await Promise.all(Array.from({ length: CLICKS }, () => insist(desk.address, action, pulse, () => true)));
}

async function buy(desk: Desk, seats: Workload, purchases: number, pulse: Probe): Promise<void> {
  for (let n = 0; n < purchases; n++) {
    const action = await nextOf(seats, desk.tokens[n % desk.tokens.length] ?? '');
    await clickAtOnce(desk, seats, action, pulse);
  }
}

/**
 * Google does what it is asked, its answer is lost, and the look that follows is refused for good: only a later try can
 * learn that the seats are there. @returns how many faults that were
 */
async function leaveUnknown(desk: Desk, seats: Workload, purchases: number, pulse: Probe): Promise<number> {
  const { faults } = desk.simulators.google;
  for (let n = 0; n < purchases; n++) {
    const action = await nextOf(seats, desk.tokens[0] ?? '');
    faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
    // It is looked at twice before, and asked again once with another token.
    faults.add({ kind: 'unauthorized', method: 'subscriptions.get', after: 2, times: 2 });
    await clickAtOnce(desk, seats, action, pulse);
    pulse.hold();
    await until(() => faults.waiting().length === 0, UNKNOWN_MS, 100);
    pulse.release();
  }
  return 3 * purchases;
}

/** A repeat of the click, long after all is done, gets the first answer again (idempotency key). */
async function clickAgain(desk: Desk, { actions }: Workload): Promise<string[]> {
  const statuses = new Set<Answer['status']>();
  for (const action of actions) statuses.add((await click(desk.address, action)).status);
  statuses.delete(200);
  return statuses.size === 0 ? [] : [`clicks that were repeated long after were answered ${[...statuses].join(', ')}`];
}

/** Tries that are hours off come at once: a node wakes what has just become due. */
const hurry = async (desk: Desk): Promise<void> => {
  await desk.ask(
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
  async run(desk, works, length) {
    const seats = works.find(({ name }) => name === 'seats');
    if (!seats) throw new Error('There is no such work.');
    const { faults } = desk.simulators.google;
    const pulse = startProbe();
    const purchases = EACH[length];
    const left = await leaveUnknown(desk, seats, UNKNOWN[length], pulse);
    for (const kind of KINDS) {
      faults.add({ kind, method: 'subscriptions.get', times: purchases / 2 });
      faults.add({ kind, method: 'subscriptions.changeSeats', times: purchases / 2 });
      await buy(desk, seats, purchases, pulse);
    }
    const outages = pulse.outages();
    const hurrying = setInterval(() => void hurry(desk), HURRY_MS);
    const areDecided = () => until(async () => (await seats.open()) === 0, DECIDED_MS, 500);
    const problems: string[] = [];
    try {
      await areDecided();
      problems.push(...(await clickAgain(desk, seats)));
      await areDecided();
    } finally {
      clearInterval(hurrying);
    }
    const unmet = faults.waiting().reduce((sum, { times }) => sum + times, 0);
    faults.clear();
    return {
      rounds: KINDS.length + 1,
      injected: left + KINDS.length * purchases - unmet,
      ...outages,
      problems: [...problems, ...(unmet === 0 ? [] : [`${unmet} faults met nobody`]), ...pulse.problems()],
      note: `${seats.actions.length} purchases, each clicked ${CLICKS} times at once and once long after; other answers: ${pulse.others()}`,
    };
  },
};
