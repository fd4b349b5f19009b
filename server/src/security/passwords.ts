import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default algorithm) with 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = Math.min(2, availableParallelism());
const WAITING = 20;

/** More logins wait than can be worked off: answered with 503. */
export class TooManyHashes extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

/** At most two hashes at once and twenty waiting, so that a flood of logins leaves the other calls their share. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new TooManyHashes();
    await new Promise<void>((go) => waiting.push(go));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

let dummy: Promise<string> | undefined;

/** Takes the same time whether the account exists or not. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await (dummy ??= hashPassword('nobody has this password')));
  const matches = await inTurn(() => verify(against, password));
  return matches && stored !== undefined;
}

/** Whether a stored hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');

const TOO_COMMON = new Set(['password', 'password1', 'password123', 'qwertyui', 'qwerty123', '12345678', '123456789', '1234567890', '11111111', 'iloveyou', 'admin123', 'welcome1', 'letmein1', 'abcd1234']); // prettier-ignore

/** 8 to 128 characters, not a common one, nor made of the owner's own words. */
export function isAcceptable(password: string, own: readonly string[]): boolean {
  const length = Array.from(password).length;
  if (length < 8 || length > 128) return false;
  const lower = password.toLowerCase();
  return !TOO_COMMON.has(lower) && !own.some((word) => word.length > 3 && lower === word.toLowerCase());
}
