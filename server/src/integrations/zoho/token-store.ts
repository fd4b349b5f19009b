/** State of the access tokens of one refresh token. Times are milliseconds of the store's clock since 1970. */
export interface TokenState {
  readonly token: string | null;
  /** Until then the token is used. */
  readonly goodUntil: number;
  /** When Zoho was asked for one; at least those of the last ten minutes. */
  readonly asked: readonly number[];
  /** Until then somebody is asking, and the others wait. */
  readonly claimedUntil: number;
}

export const NOTHING_KNOWN: TokenState = { token: null, goodUntil: 0, asked: [], claimedUntil: 0 };

/** Where the state lies for all who use the refresh token: Zoho counts the tokens that all of them together ask for. */
export interface TokenStore {
  /** Changes the state under a lock; `step` must do nothing but decide. */
  change<Answer>(step: (state: TokenState, now: number) => readonly [TokenState, Answer]): Promise<Answer>;
}

/** For a process that is the only one to use its refresh token. */
export function memoryTokenStore(now: () => number): TokenStore {
  let state = NOTHING_KNOWN;
  return {
    change: (step) => {
      const [next, answer] = step(state, now());
      state = next;
      return Promise.resolve(answer);
    },
  };
}
