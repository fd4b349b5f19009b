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

/** Minutes after which a mail that could not be taken in is tried again. */
const PAUSES: readonly number[] = [1, 5, 15, 60, 180];
const LONGEST_PAUSE = 180;
export const pauseAfter = (failures: number): number => PAUSES[failures - 1] ?? LONGEST_PAUSE;

/** What is still asked for of a mail that has failed so often: in the end its head for a person to read, and then nothing but that it is there. */
export function wantedOf(failures: number): 'whole' | 'head' | 'nothing' {
  if (failures < PAUSES.length) return 'whole';
  return failures === PAUSES.length ? 'head' : 'nothing';
}
