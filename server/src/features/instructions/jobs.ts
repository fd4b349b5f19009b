import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  nextLook,
  nextLookOfAsked,
  nextLookOfBlocked,
  nextOf,
  type Approved,
  type Next,
} from '../../domain/instructions/advance.ts';
import { queue, type Held } from '../../domain/instructions/queue.ts';
import {
  follow,
  LostInstruction,
  recordAsked,
  recordFound,
  recordPay,
  type Found,
  type HeldInstruction,
} from '../../domain/instructions/record.ts';
import { blockedSentence, boughtSentence, changedSentence } from '../../domain/instructions/sentences.ts';
import { wishOf } from '../../domain/instructions/wish.ts';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import type { Services } from '../../platform/context.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { retryDelay } from '../../platform/queue/leased-queue.ts';
import { breakerOf } from '../../providers/breaker.ts';
import type { Provider, ProviderSubscription } from '../../providers/port.ts';
import { refOf } from './queries.ts';
import { SENTENCES } from './rules.ts';

/** Seconds between the tries while the provider does not answer; then an hour. */
const PAUSES: readonly number[] = [5, 15, 60, 300, 900, 1_800];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
/** Reading, placing, reading again, and once more where the plan has a second step that is due. */
const MOST_LOOKS = 5;

/** What this try knows. */
interface Try {
  readonly held: HeldInstruction;
  readonly services: Services;
  readonly signal: AbortSignal;
}

/** What is blocked and was read back as flexible was set so by us, until seats are free. */
function verifiedOf({ state, readBack }: Held): Approved['verified'] {
  if (readBack === null) return null;
  const atTermEnd = readBack.atTermEnd as ProviderSubscription['facts']['atTermEnd'];
  const isInPlace = state === 'verified' || (state === 'blocked' && atTermEnd?.then === 'flexible');
  return isInPlace ? { atTermEnd, committed: readBack.committed } : null;
}

type Seen = Omit<Found, 'answer' | 'failures'>;

/** What a try came to. A subscription that the provider does not know, or will not change, says nothing of how the provider is. */
type Tried = Found & { readonly isProvidersFault?: true };

/** What a look has come to; `placed`: the provider was asked for something, and is read once more. */
type Look = Seen | 'placed' | { readonly pending: string };

/** A plan without a commitment does not tell how the one before was paid. */
async function rememberPay({ held, services }: Try, { facts }: ProviderSubscription): Promise<HeldInstruction> {
  if (held.outcome !== 'renew' || held.pay !== null || facts.pay === null) return held;
  await recordPay(services.db, held, facts.pay);
  return { ...held, pay: facts.pay };
}

const askedSentence = (next: Extract<Next, { do: 'ask' }>, facts: ProviderSubscription['facts']): string =>
  next.because === 'bought' ? boughtSentence(next) : changedSentence(facts);

/** Where not even what holds the place of a wish is taken, whoever has it reads what is in the way of the wish, too. */
async function place(
  { held, services, signal }: Try,
  provider: Provider,
  now: ProviderSubscription,
  { step, blocked }: Extract<Next, { do: 'place' }>,
): Promise<Look> {
  const beforePost = () => recordAsked(services.db, held);
  try {
    const operation = await provider.place(now, step, { signal, beforePost });
    return operation.state === 'done' ? 'placed' : { pending: SENTENCES.pending };
  } catch (error) {
    if (!blocked || !(error instanceof ServiceProblem) || error.kind !== 'refused') throw error;
    const reason = `${blockedSentence(blocked, false)} ${error.message}`;
    return { state: 'blocked', reason, next: nextLookOfBlocked(blocked, held, services.now()) };
  }
}

async function lookOnce(about: Try, provider: Provider, now: ProviderSubscription): Promise<Look> {
  const { services } = about;
  const held = await rememberPay(about, now);
  const { termEndsAt, seatsWhenDecided } = held;
  const clock = services.now();
  const isAsked = held.state === 'drifted';
  const wanted = { wish: wishOf(held), termEndsAt, seatsWhenDecided, verified: verifiedOf(held), isAsked };
  const next = nextOf(wanted, now.facts, clock, (...asked) => provider.plan(...asked));
  const again = nextLook({ termEndsAt }, clock);
  switch (next.do) {
    case 'place':
      return place({ ...about, held }, provider, now, next);
    case 'wait':
      return { state: 'verified', reason: null, next: again };
    case 'fulfil':
      return { state: 'fulfilled', reason: null, next: null };
    case 'block':
      return {
        ...{ state: 'blocked', reason: blockedSentence(next.blocked, next.goesOn) },
        next: nextLookOfBlocked(next.blocked, { termEndsAt }, clock),
      };
    case 'ask':
      return {
        // Whoever answers answers to what they were told.
        ...{ state: 'drifted', reason: isAsked ? held.reason : askedSentence(next, now.facts) },
        next: nextLookOfAsked({ termEndsAt }, clock),
      };
  }
}

const later = (ms: number, { services }: Try): Date => new Date(services.now().getTime() + ms);

/**
 * Tried again by itself: what it is in stays, and says why nothing has come of it yet. What somebody is asked about or has to put right says
 * that still: a look that failed has found nothing else.
 */
function postponed(reason: string, about: Try, answer?: ProviderSubscription): Found {
  const { held, services, signal } = about;
  const failures = held.failures + 1;
  const pause = retryDelay(PAUSES, failures, randomInt(1_000) / 1_000) ?? HOUR_MS;
  if (held.state === 'drifted') {
    const next = signal.aborted ? later(0, about) : nextLookOfAsked(held, services.now());
    return { state: 'drifted', reason: held.reason, next, failures, answer };
  }
  const next = later(signal.aborted ? 0 : pause, about);
  if (held.state === 'blocked') return { state: 'blocked', reason: held.reason, next, failures, answer };
  const state = held.state === 'verified' ? 'verified' : 'approved';
  return { state, reason, next, failures, answer };
}

/** As what is postponed, though somebody may have to do something about it: it is told also where something else was in the way. */
function impeded(reason: string, about: Try, answer?: ProviderSubscription): Found {
  const found = postponed(reason, about, answer);
  return about.held.state === 'drifted' ? found : { ...found, reason, isNews: about.held.reason !== reason };
}

/** The next sync may bring another id. Where none does for a day, since it was news, somebody has to find out what became of it. */
function unknownThere(about: Try): Found {
  const { held, services } = about;
  const wasUnknown = held.reason === SENTENCES.unknownThere;
  const isLong = wasUnknown && services.now().getTime() - held.changedAt.getTime() >= DAY_MS;
  if (held.state === 'drifted' || (!isLong && held.reason !== SENTENCES.goneThere))
    return impeded(SENTENCES.unknownThere, about);
  return { ...impeded(SENTENCES.goneThere, about), state: 'blocked' };
}

/** What the provider will not do however often it is asked is for a person; after the term it may be a matter of hours. */
function refused(problem: ServiceProblem, about: Try, answer: ProviderSubscription | undefined): Found {
  const { termEndsAt } = about.held;
  const now = about.services.now();
  if (termEndsAt !== null && termEndsAt <= now) return impeded(problem.message, about, answer);
  return { state: 'blocked', reason: problem.message, next: nextLook({ termEndsAt }, now), failures: 0, answer };
}

function failed(error: unknown, about: Try, answer: ProviderSubscription | undefined): Tried {
  if (error instanceof LostInstruction) throw error;
  if (error instanceof ServiceProblem) {
    if (error.kind === 'not-found') return unknownThere(about);
    if (error.kind === 'refused') return refused(error, about, answer);
    return { ...postponed(error.message, about, answer), isProvidersFault: true };
  }
  about.services.log.error({ event: 'instruction_error', ...errorForLog(error) });
  return postponed(SENTENCES.internal, about, answer);
}

/** Reads, places what is missing, and reads again until there is nothing to place: what is verified was read, not believed. */
async function advance(about: Try, provider: Provider): Promise<Tried> {
  const { held, services, signal } = about;
  let answer: ProviderSubscription | undefined;
  try {
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const ref = await refOf(services.db, held.subscriptionId);
      if (!ref) return unknownThere(about);
      answer = await provider.read(ref, { signal });
      const current = await follow(held, answer, services);
      if (current.finishedAt !== null) throw new LostInstruction();
      const seen = await lookOnce({ ...about, held: current }, provider, answer);
      if (seen === 'placed') continue;
      if ('pending' in seen)
        return { state: 'placed', reason: seen.pending, next: later(MINUTE_MS, about), failures: 0, answer };
      return { ...seen, answer, failures: 0 };
    }
    return { state: 'placed', reason: null, next: later(MINUTE_MS, about), failures: 0, answer };
  } catch (error) {
    return failed(error, about, answer);
  }
}

async function attempt(about: Try): Promise<Found> {
  const { held, services } = about;
  const { google: provider } = services.clients.providers;
  if (!provider) return postponed(SENTENCES.notConfigured, about);
  const breaker = breakerOf(provider);
  if (breaker.isResting(services.now())) return { ...postponed(SENTENCES.resting, about), failures: held.failures };
  const found = await queue.underLease(held, services, () => advance(about, provider));
  breaker.note(found.isProvidersFault === true && !about.signal.aborted, services.now());
  return found;
}

/** Looks at one instruction, if it is due and not leased by another worker. */
export async function workOnInstruction(
  payload: Record<string, unknown>,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  const taken = await queue.take(services.db, Number(payload['id']));
  if (!taken) return;
  const [about] = await services.db
    .select({ subscriptionId: r.subscriptionId, termEnd: r.termEnd })
    .from(r)
    .where(eq(r.id, taken.renewalId));
  if (!about) return;
  const held: HeldInstruction = { ...taken, subscriptionId: about.subscriptionId, month: about.termEnd.slice(0, 7) };
  const one: Try = { held, services, signal };
  try {
    const found = await attempt(one);
    await recordFound(held, found, services);
    // What was decided has come about: its renewal is over with it, and so is its second step, whatever the provider tells for a while.
    if (found.state === 'fulfilled' && found.answer) await follow(held, found.answer, services);
  } catch (error) {
    if (!(error instanceof LostInstruction)) throw error;
  }
}

export const sweepInstructions = queue.sweep;
export const wakeInstructions = queue.wake;
