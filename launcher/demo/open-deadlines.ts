import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { calendarOf } from '../../server/src/domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../server/src/domain/deadlines/reconcile.ts';
import type { Db } from '../../server/src/platform/db/db.ts';

/** Until when what no customer has decided still can be, as a sync leaves it. @param today `YYYY-MM-DD` */
export async function openDeadlines(tx: Db, today: string): Promise<void> {
  const { timeZone } = STANDARD_BUSINESS;
  const calendar = await calendarOf(tx, { BUSINESS_TIME_ZONE: timeZone, LEAD_BUSINESS_DAYS: 2 });
  await reconcileDeadlines(tx, { now: new Date(`${today}T04:00:00Z`), calendar });
}
