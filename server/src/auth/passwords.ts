import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { hashesRefused, passwordHashes } from '../platform/metrics/measures.ts';

/** How long an issued one-time password is valid for sign-in. */
export const INITIAL_PASSWORD_HOURS = 72;

/** argon2id (the library's default algorithm) with 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = Math.min(2, availableParallelism());
const WAITING = 20;

/** More logins wait than can be worked off: answered with 503. */
class TooManyHashes extends Error {}

let running = 0;
/** Those who have shown to be the owner of an account, and everybody else. */
const owners: (() => void)[] = [];
const others: (() => void)[] = [];

const count = () => {
  passwordHashes.set({ state: 'running' }, running);
  passwordHashes.set({ state: 'waiting' }, owners.length + others.length);
};

/**
 * At most two hashes at once and twenty waiting, so that a flood of logins leaves the other calls their share. Owners wait apart and
 * go first: a flood of anonymous logins must not keep them out.
 */
async function inTurn<T>(work: () => Promise<T>, isOwner = false): Promise<T> {
  const waiting = isOwner ? owners : others;
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) {
      hashesRefused.inc();
      throw new TooManyHashes();
    }
    const turn = new Promise<void>((go) => waiting.push(go));
    count();
    await turn;
  } else running++;
  count();
  try {
    return await work();
  } finally {
    const next = owners.shift() ?? others.shift();
    if (next) next();
    else running--;
    count();
  }
}

/** The result of a hash; when too many are under way, `busy` decides. */
export const unlessBusy = <T, B>(work: Promise<T>, busy: () => B): Promise<T | B> =>
  work.catch((error: unknown) => {
    if (error instanceof TooManyHashes) return busy();
    throw error;
  });

/** @param isOwner whether the caller has shown a session or a proof */
export const hashPassword = (password: string, isOwner?: boolean): Promise<string> =>
  inTurn(() => hash(password, COST), isOwner);

const PARAMETERS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** No password has it, and comparing with it takes as long as with a real one. */
const NOBODYS = `${PARAMETERS}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Takes the same time whether the account exists or not. */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  isOwner?: boolean,
): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? NOBODYS, password), isOwner);
  return matches && stored !== undefined;
}

/** Whether a stored hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(PARAMETERS);

const SHORTEST = 8;
const LONGEST = 128;

let common: Promise<ReadonlySet<string>> | undefined;

/** Passwords that are tried first everywhere; loaded when the first password is set. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST));
}

const simple = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string) => simple(text).replace(/[^\p{L}\p{M}]/gu, '');

/** The words in a name or an e-mail address that somebody who knows the owner would try. */
const wordsIn = (text: string) =>
  [text, text.split('@')[0] ?? '', ...text.split(/[^\p{L}\p{M}]+/u)].map(lettersOf).filter((word) => word.length >= 4);

/** 8 to 128 characters, not a common one, and not one of the owner's own words with digits and signs around it. */
export async function isAcceptablePassword(password: string, own: readonly string[]): Promise<boolean> {
  const length = Array.from(password).length;
  if (length < SHORTEST || length > LONGEST) return false;
  if (own.flatMap(wordsIn).includes(lettersOf(password))) return false;
  return !(await (common ??= loadCommon())).has(simple(password));
}
