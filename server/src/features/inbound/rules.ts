/** Seconds that the clock of whoever signs may be off. */
const MOST_OFF = 300;

/** Whether a time is near enough for what was signed with it to be taken: before its body is read. */
export function isTimely(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - now.getTime() / 1_000) <= MOST_OFF;
}

/** The raw mail in `{"raw": "<base64>"}`; undefined: it is not there. */
export function rawInJson(body: Buffer): Buffer | undefined {
  try {
    const { raw } = JSON.parse(body.toString('utf8')) as { raw?: unknown };
    return typeof raw === 'string' && raw !== '' ? Buffer.from(raw, 'base64') : undefined;
  } catch {
    return undefined;
  }
}
