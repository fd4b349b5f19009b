/**
 * SQLSTATEs of what passes: the connection is lost (08), two got into each other's way (40), nothing is left to work with
 * (53: memory, disk, connections), somebody stops or cancels (57), the server is a standby, a lock or a disk is waited for.
 */
const STATES = /^(?:08|40|53|57)\w{3}$|^(?:25006|25P03|55P03|58030)$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The driver's own words have no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|(?:connection error|was closed) and is not queryable/;

/** Whether the same may work a moment later: the database is away, starting, full, or somebody holds what is waited for. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? MESSAGES.test(error.message) : STATES.test(code) || NETWORK.has(code);
}
