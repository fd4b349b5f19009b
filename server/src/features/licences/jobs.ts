import { randomInt } from 'node:crypto';
import type { Services } from '../../platform/context.ts';
import { retryDelay } from '../../platform/queue/leased-queue.ts';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import { breakerOf } from '../../providers/breaker.ts';
import type { Provider, ProviderSubscription, Step } from '../../providers/port.ts';
import { SeatsChangedMeanwhile } from '../../providers/problems.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import {
  queue,
  endOrder,
  LostOrder,
  rescheduleOrder,
  recordAsked,
  recordTotals,
  type Decided,
  type Order,
} from './commands.ts';
import { placeOf } from './queries.ts';
import { boughtSeats } from '../../domain/subscriptions/buying.ts';
import { PermanentFailure, LONGEST_PAUSE_MS, PAUSES, seatsIn, SENTENCES, totalsFor } from './rules.ts';

/** A try's knowledge of the order's state at Google. */
interface Knowledge {
  /** Google was asked for the total, in this try or an earlier one. */
  isAsked: boolean;
  /** Google may have done it already. */
  isOpen: boolean;
  /** Google's answer at the last look of this try. */
  answer: ProviderSubscription | undefined;
}
/** Another try follows. */
interface Later extends Knowledge {
  state: 'later';
  reason: string;
}
type Outcome = Decided | Later;

const later = (reason: string, known: Knowledge): Later => ({ state: 'later', reason, ...known });

/** No other try would be answered otherwise. */
const isFinal = (error: unknown): error is Error =>
  error instanceof PermanentFailure ||
  (error instanceof ServiceProblem && (error.kind === 'refused' || error.kind === 'not-found'));

/** Seats that somebody else changed after Google was asked may have ours among them. */
function refusedFor(error: Error, { isAsked, answer }: Knowledge): Decided {
  const now = error instanceof SeatsChangedMeanwhile ? error.now : answer;
  const total = isAsked && error instanceof SeatsChangedMeanwhile ? boughtSeats(seatsIn(error.now)) : null;
  return { state: 'refused', reason: total === null ? error.message : SENTENCES.overtaken(total), answer: now };
}

function outcomeOf(error: unknown, known: Knowledge, { log }: Services, signal: AbortSignal): Outcome {
  if (error instanceof LostOrder) throw error;
  if (isFinal(error) && !known.isOpen) return refusedFor(error, known);
  if (signal.aborted) return later(SENTENCES.restarted, known);
  if (isFinal(error) || error instanceof ServiceProblem) return later(error.message, known);
  log.error({ event: 'seat_order_error', ...errorForLog(error) });
  return later(SENTENCES.internal, known);
}

/** Whether a change that failed may have been made all the same. */
const mayBeDone = (error: unknown) => !(error instanceof ServiceProblem) || error.reason === 'outcomeUnknown';

const knownOf = ({ askedAt }: Order): Knowledge => ({
  isAsked: askedAt !== null,
  isOpen: askedAt !== null,
  answer: undefined,
});

/**
 * Reads the subscription anew, writes down which total the order is about (the recovery point, before anything is asked
 * for), and asks for it. A later try finds the total that was written: there already, it is done.
 */
async function buy(order: Order, services: Services, provider: Provider, signal: AbortSignal): Promise<Outcome> {
  // An earlier try may have asked for its total before it died.
  const known = knownOf(order);
  try {
    const ref = await placeOf(services.db, order.subscriptionId);
    const now = await provider.read(ref, { signal });
    Object.assign(known, { isOpen: false, answer: now });
    const totals = await recordTotals(services.db, order, () => totalsFor(now, order.addedSeats));
    if (boughtSeats(seatsIn(now)) === totals.to) return { state: 'done', answer: now };
    const beforePost = async (answer: ProviderSubscription) => {
      await recordAsked(services.db, order);
      Object.assign(known, { isAsked: true, answer });
    };
    const step: Step = { do: 'set-seats', ...totals, after: 'now' };
    const operation = await provider.place(ref, step, { signal, beforePost }).catch((error: unknown) => {
      known.isOpen = mayBeDone(error);
      throw error;
    });
    // The next try reads whether it was done meanwhile.
    if (operation.state === 'running') return later(SENTENCES.pending, { ...known, isOpen: true });
    const { subscription: answer } = operation;
    return { state: 'done', answer };
  } catch (error) {
    return outcomeOf(error, known, services, signal);
  }
}

async function attempt(order: Order, services: Services, signal: AbortSignal): Promise<Outcome> {
  const { google: provider } = services.clients.providers;
  if (!provider) return later(SENTENCES.notConfigured, knownOf(order));
  const breaker = breakerOf(provider);
  if (breaker.isResting(services.now())) return later(SENTENCES.resting, knownOf(order));
  const outcome = await queue.underLease(order, services, () => buy(order, services, provider, signal));
  breaker.note(outcome.state === 'later' && !signal.aborted, services.now());
  return outcome;
}

async function settle(order: Order, outcome: Outcome, services: Services, signal: AbortSignal): Promise<void> {
  if (outcome.state !== 'later') return endOrder(order, outcome, services);
  const { reason, isOpen, isAsked, answer } = outcome;
  const pause = signal.aborted ? 0 : retryDelay(PAUSES, order.attempts, randomInt(1_000) / 1_000);
  // An order that may have been placed is looked at until that is known; one that was not may be given up.
  const delay = pause ?? (isOpen ? LONGEST_PAUSE_MS : undefined);
  const givenUp = isAsked ? SENTENCES.notTaken : SENTENCES.givenUp;
  if (delay === undefined) return endOrder(order, { state: 'refused', reason: givenUp, answer }, services);
  return rescheduleOrder(order, { reason, isOpen, delay }, services);
}

/** Works on one order, if it is due and not leased by another worker. */
export async function seatOrder(
  payload: Record<string, unknown>,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  const order = await queue.take(services.db, Number(payload['id']));
  if (!order) return;
  try {
    await settle(order, await attempt(order, services, signal), services, signal);
  } catch (error) {
    if (!(error instanceof LostOrder)) throw error;
  } finally {
    services.announce({ kind: 'licences' });
  }
}

export const sweepSeatOrders = queue.sweep;
export const wakeSeatOrders = queue.wake;
