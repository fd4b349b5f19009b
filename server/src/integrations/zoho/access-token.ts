import * as z from 'zod/mini';
import { exchange, jsonOf, type HttpAnswer } from './exchange.ts';
import { problemOf, problemOfAnswer, unreadableAnswer } from './problem.ts';
import { REFRESH_LIMIT } from './retry.ts';

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
}

/** One refresh at a time, whoever waits for it. */
export function makeAccessTokens({ tokenUrl, credentials, timeoutMs, now }: Holder): AccessTokens {
  let current: { token: string; goodUntil: number } | undefined;
  let pending: Promise<string> | undefined;
  let refreshes: number[] = [];

  async function refresh(): Promise<string> {
    const asked = now();
    refreshes = refreshes.filter((at) => at > asked - WINDOW_MS);
    if (refreshes.length >= MOST_REFRESHES) throw limitReached();
    refreshes.push(asked);
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      refresh_token: credentials.refreshToken,
    });
    const { access_token: token, expires_in: seconds } = granted(
      await exchange(tokenUrl, { method: 'POST', body }, { timeoutMs }),
    );
    // A short-lived token is used for the first half of its life at least.
    current = { token, goodUntil: asked + Math.max(seconds * 1000 - EARLY_MS, seconds * 500) };
    return token;
  }

  return {
    get() {
      if (current && now() < current.goodUntil) return Promise.resolve(current.token);
      pending ??= refresh().finally(() => (pending = undefined));
      return pending;
    },
    drop(token) {
      if (current?.token === token) current = undefined;
    },
  };
}
