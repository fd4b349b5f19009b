import { parseCrontab } from 'graphile-worker';

const MINUTE_MS = 60_000;
const A_YEAR_OF_MINUTES = 366 * 24 * 60;

/** When the schedule starts it the next time, by the reading of the queue itself. @param due as a crontab says it, in UTC. */
export function nextRun(due: string, now: Date): string | null {
  const [item] = parseCrontab(`${due} task`);
  const thisMinute = now.getTime() - (now.getTime() % MINUTE_MS);
  for (let minute = 1; minute <= A_YEAR_OF_MINUTES; minute++) {
    const at = new Date(thisMinute + minute * MINUTE_MS);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (item?.match(digest)) return at.toISOString();
  }
  return null;
}
