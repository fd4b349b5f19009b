import * as z from 'zod/mini';
import { jsonOf, type HttpAnswer } from '../http/exchange.ts';
import { ask as askZoho } from './http.ts';
import { problemOf, problemOfAnswer, unreadableAnswer } from './problem.ts';
import { REFRESH_LIMIT } from './retry.ts';
import type { Sleep } from '../http/retry.ts';
import type { TokenState, TokenStore } from './token-store.ts';

/** A token is replaced this long before its end. */
const EARLY_MS = 5 * 60_000;
/** Zoho gives ten tokens in ten minutes for one refresh token; then it gives none for the rest of them. */
const MOST_REFRESHES = 10;
const WINDOW_MS = 10 * 60_000;

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

export interface AccessTokens {
  /** A token that is good for some more minutes; it comes from Zoho only when there is none. */
  get(): Promise<string>;
  /** Zoho did not accept this one: the next comes fresh. */
  drop(token: string): void;
}

const Granted = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.positive()),
});
const Refused = z.object({ error: z.string(), error_description: z.optional(z.string()) });

const limitReached = () => problemOf('quota', { reason: REFRESH_LIMIT });

/** Refusals come with HTTP 200 too: only a token is a success. */
function granted({ status, text, retryAfterMs }: HttpAnswer): z.output<typeof Granted> {
  const body = jsonOf(text);
  const answer = Granted.safeParse(body);
  if (status < 300 && answer.success) return answer.data;
  const refusal = Refused.safeParse(body);
  if (refusal.success) {
    const { error, error_description: words = error } = refusal.data;
    throw error === 'Access Denied' ? limitReached() : problemOf('auth', { status, reason: error }, words);
  }
  throw status < 400 ? unreadableAnswer(status, true) : problemOfAnswer(status, body, retryAfterMs);
}

interface Holder {
  readonly tokenUrl: URL;
  readonly credentials: Credentials;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly store: TokenStore;
}

/** A claim of somebody who died ends so long after the answer should have come. */
const CLAIM_SPARE_MS = 5_000;
/** How often it is looked whether the one who asks has got a token. */
const LOOK_AGAIN_MS = 250;

interface Good {
  readonly token: string;
  readonly forMs: number;
}
type Turn = Good | 'ours' | 'of others' | 'over';

/** Decides which caller requests a token from Zoho, if one has to: one at a time over all nodes. */
const turn =
  (refused: string | undefined, claimMs: number) =>
  (state: TokenState, now: number): readonly [TokenState, Turn] => {
    const { token, goodUntil, claimedUntil } = state;
    if (token !== null && token !== refused && now < goodUntil) return [state, { token, forMs: goodUntil - now }];
    if (now < claimedUntil) return [state, 'of others'];
    const asked = state.asked.filter((at) => at > now - WINDOW_MS);
    if (asked.length >= MOST_REFRESHES) return [state, 'over'];
    return [{ ...state, asked: [...asked, now], claimedUntil: now + claimMs }, 'ours'];
  };

const given =
  ({ access_token: token, expires_in: seconds }: z.output<typeof Granted>) =>
  (state: TokenState, now: number): readonly [TokenState, Good] => {
    // A short-lived token is used for the first half of its life at least.
    const goodUntil = (state.asked.at(-1) ?? now) + Math.max(seconds * 1000 - EARLY_MS, seconds * 500);
    return [
      { ...state, token, goodUntil, claimedUntil: 0 },
      { token, forMs: goodUntil - now },
    ];
  };

const notGiven = (state: TokenState): readonly [TokenState, null] => [{ ...state, claimedUntil: 0 }, null];

/** Tokens that all who share the store share too; each of them remembers the last one. */
export function makeAccessTokens({ tokenUrl, credentials, timeoutMs, now, sleep, store }: Holder): AccessTokens {
  let current: { token: string; goodUntil: number } | undefined;
  let refused: string | undefined;
  let pending: Promise<string> | undefined;

  async function ask(): Promise<Good> {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      refresh_token: credentials.refreshToken,
    });
    try {
      return await store.change(given(granted(await askZoho(tokenUrl, { method: 'POST', body }, { timeoutMs }))));
    } catch (error) {
      // Where this fails too, the claim ends by itself.
      await store.change(notGiven).catch(() => undefined);
      throw error;
    }
  }

  async function obtain(): Promise<string> {
    let next = await store.change(turn(refused, timeoutMs + CLAIM_SPARE_MS));
    while (next === 'of others') {
      await sleep(LOOK_AGAIN_MS);
      next = await store.change(turn(refused, timeoutMs + CLAIM_SPARE_MS));
    }
    if (next === 'over') throw limitReached();
    const { token, forMs } = next === 'ours' ? await ask() : next;
    current = { token, goodUntil: now() + forMs };
    return token;
  }

  return {
    get() {
      if (current && now() < current.goodUntil) return Promise.resolve(current.token);
      pending ??= obtain().finally(() => (pending = undefined));
      return pending;
    },
    drop(token) {
      refused = token;
      if (current?.token === token) current = undefined;
    },
  };
}
