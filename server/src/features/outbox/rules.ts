/** A worker keeps its message by renewing the lease; 45 seconds and a sweep later another may have it. */
export const LEASE_SECONDS = 45;
export const LEASE_RENEWAL_MS = 10_000;

const DELAYS = [5, 15, 60, 300] as const;
const MOST_ATTEMPTS = DELAYS.length + 1;

/**
 * Milliseconds until the next try after `attempts` tries, or undefined when it was the last.
 * @param luck 0 to 1: spreads the tries of messages that failed together over a fifth of the time.
 */
export const nextTryIn = (attempts: number, luck: number): number | undefined => {
  const seconds = attempts >= MOST_ATTEMPTS ? undefined : (DELAYS[attempts - 1] ?? DELAYS[0]);
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + 0.2 * luck));
};

const senderHost = (from: string): string => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';

/** The same at every try, so that a mail that arrives twice is seen as one; the time keeps two installations apart. */
export const messageIdOf = ({ id, createdAt }: { id: number; createdAt: Date }, from: string): string =>
  `<desk-outbox-${id}@${createdAt.getTime().toString(36)}.${senderHost(from)}>`;
