import type { Sleep } from '../http/retry.ts';
import type { Transport } from './transport.ts';

const WINDOW_MS = 60_000;

/** Calls wait for their turn, so that no minute has more than `most` of them. */
export function rateLimited(
  transport: Transport,
  { most, sleep, now }: { most: number; sleep: Sleep; now: () => number },
): Transport {
  /** When the last calls begin, oldest first; those that wait have their turn already. */
  const turns: number[] = [];
  return async (call) => {
    const first = turns.length < most ? undefined : turns.shift();
    const turn = Math.max(now(), (first ?? Number.NEGATIVE_INFINITY) + WINDOW_MS);
    turns.push(turn);
    const wait = turn - now();
    if (wait > 0) await sleep(wait, call.signal);
    return transport(call);
  };
}
