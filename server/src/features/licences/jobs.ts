import { randomInt } from 'node:crypto';
import type { Wiring } from '../../context.ts';
import { nextTryIn } from '../../db/courier.ts';
import { makeBreaker, type Breaker } from '../../integrations/breaker.ts';
import type { GoogleReseller } from '../../integrations/google-reseller/client.ts';
import { GoogleProblem } from '../../integrations/google-reseller/problem.ts';
import { courier, endOrder, LostOrder, putOff, recordTotals, type Decided, type Order } from './commands.ts';
import { placeOf } from './queries.ts';
import { Hopeless, LONGEST_PAUSE_MS, PAUSES, SENTENCES, totalsFor } from './rules.ts';

/** Each client, and so each node, counts for itself: in an outage orders must not keep the workers from other jobs. */
const breakers = new WeakMap<GoogleReseller, Breaker>();
function breakerOf(google: GoogleReseller): Breaker {
  const breaker = breakers.get(google) ?? makeBreaker({ most: 5, restMs: 60_000 });
  breakers.set(google, breaker);
  return breaker;
}

/** Another try follows. `isOpen`: Google may have done it already. */
interface Later {
  state: 'later';
  reason: string;
  isOpen: boolean;
}
type Outcome = Decided | Later;

const later = (reason: string, isOpen: boolean): Later => ({ state: 'later', reason, isOpen });

/** No other try would be answered otherwise. */
const isFinal = (error: unknown): error is Error =>
  error instanceof Hopeless ||
  (error instanceof GoogleProblem && (error.kind === 'refused' || error.kind === 'not-found'));

function outcomeOf(error: unknown, isOpen: boolean, { log }: Wiring, signal: AbortSignal): Outcome {
  if (error instanceof LostOrder) throw error;
  if (isFinal(error) && !isOpen) return { state: 'refused', reason: error.message };
  if (signal.aborted) return later(SENTENCES.restarted, isOpen);
  if (isFinal(error) || error instanceof GoogleProblem) return later(error.message, isOpen);
  log.error({ event: 'seat_order_error', error });
  return later(SENTENCES.internal, isOpen);
}

/** Whether a change that failed may have been made all the same. */
const mayBeDone = (error: unknown) => !(error instanceof GoogleProblem) || error.reason === 'outcomeUnknown';

/**
 * Reads the subscription anew, writes down which total the order is about (the recovery point, before anything is asked
 * for), and asks for it. A later try finds the total that was written: there already, it is done.
 */
async function buy(order: Order, wiring: Wiring, google: GoogleReseller, signal: AbortSignal): Promise<Outcome> {
  // An earlier try may have asked for its total before it died.
  let isOpen = order.seatsAfter !== null;
  try {
    const { customerId, subscriptionId } = await placeOf(wiring.db, order.subscriptionId);
    const now = await google.getSubscription(customerId, subscriptionId, { signal });
    isOpen = false;
    const totals = await recordTotals(wiring.db, order, () => totalsFor(now, order.addedSeats));
    const change = google.changeSeats(customerId, subscriptionId, totals, { signal });
    const answer = await change.catch((error: unknown) => {
      isOpen = mayBeDone(error);
      throw error;
    });
    return { state: 'done', answer };
  } catch (error) {
    return outcomeOf(error, isOpen, wiring, signal);
  }
}

async function attempt(order: Order, wiring: Wiring, signal: AbortSignal): Promise<Outcome> {
  const { google } = wiring.outside;
  const isOpen = order.state === 'unknown';
  if (!google) return later(SENTENCES.notConfigured, isOpen);
  const breaker = breakerOf(google);
  if (breaker.isResting(wiring.now())) return later(SENTENCES.resting, isOpen);
  const outcome = await courier.underLease(order, wiring, () => buy(order, wiring, google, signal));
  breaker.note(outcome.state === 'later' && !signal.aborted, wiring.now());
  return outcome;
}

async function settle(order: Order, outcome: Outcome, wiring: Wiring, signal: AbortSignal): Promise<void> {
  if (outcome.state !== 'later') return endOrder(order, outcome, wiring);
  const { reason, isOpen } = outcome;
  const pause = signal.aborted ? 0 : nextTryIn(PAUSES, order.attempts, randomInt(1_000) / 1_000);
  // What may have been bought is looked at until it is known; what was not may be given up.
  const delay = pause ?? (isOpen ? LONGEST_PAUSE_MS : undefined);
  if (delay === undefined) return endOrder(order, { state: 'refused', reason: SENTENCES.givenUp }, wiring);
  return putOff(order, { reason, isOpen, delay }, wiring);
}

/** Works on one order, if it is due and nobody else has it. */
export async function seatOrder(payload: Record<string, unknown>, wiring: Wiring, signal: AbortSignal): Promise<void> {
  const order = await courier.take(wiring.db, Number(payload['id']));
  if (!order) return;
  try {
    await settle(order, await attempt(order, wiring, signal), wiring, signal);
  } catch (error) {
    if (!(error instanceof LostOrder)) throw error;
  } finally {
    wiring.announce({ kind: 'licences' });
  }
}

export const sweepSeatOrders = courier.sweep;
