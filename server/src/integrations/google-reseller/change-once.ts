import type { RetryContext } from '../http/retry.ts';
import { GoogleProblem } from './problem.ts';
import { pause, TRIES } from './retry.ts';
import type { GoogleSubscription } from './subscription.ts';

/** Is waited for each time before Google is asked, with what it had a moment ago; what it throws stops the change. */
export type BeforePost = (now: GoogleSubscription) => Promise<void>;

/** Said where Google does not do what is asked, whoever found it out. */
export const refused = (message: string, reason?: string) => new GoogleProblem('refused', message, { reason });

export interface Asking {
  readonly get: () => Promise<GoogleSubscription>;
  /** Asks Google once. */
  readonly post: (body: unknown) => Promise<GoogleSubscription>;
  readonly beforePost?: BeforePost | undefined;
}

interface Change extends Asking {
  /** What has to be asked for; undefined where it is as wanted. Throws where it cannot be asked for. */
  readonly next: (now: GoogleSubscription) => object | undefined;
  /** As sentences call it: `the seats were changed`. */
  readonly done: string;
}

/** An answer that is lost or cannot be read leaves open whether Google did it. */
const isOpen = (error: unknown): error is GoogleProblem =>
  error instanceof GoogleProblem && (error.retriable || error.kind === 'bad-answer');

async function recheck({ get, done }: Change): Promise<GoogleSubscription> {
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof GoogleProblem)) throw error;
    const message = `Google stopped answering, so it is not known whether ${done}. Look again later.`;
    throw new GoogleProblem('unavailable', message, { status: error.status, reason: 'outcomeUnknown' });
  }
}

/**
 * Brings a subscription to what is wanted. Before anything is asked, also a second time, the subscription is read: where
 * it is as wanted already, nothing is asked.
 */
export async function changeOnce(change: Change, timeouts: RetryContext): Promise<GoogleSubscription> {
  const { get, next, post, beforePost } = change;
  let now = await get();
  for (let attempt = 1; ; attempt++) {
    const body = next(now);
    if (!body) return now;
    await beforePost?.(now);
    const outcome = await post(body).catch((error: unknown) => {
      if (isOpen(error)) return error;
      throw error;
    });
    if (!(outcome instanceof GoogleProblem)) return outcome;
    await pause(attempt, timeouts);
    now = await recheck(change);
    if (attempt === TRIES && next(now)) throw outcome;
  }
}
