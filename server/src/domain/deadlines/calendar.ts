import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../../platform/db/setting.ts';
import { holidaysTable } from '../../platform/db/tables/deadlines.ts';
import type { Calendar } from './last-safe-day.ts';

type Settings = Pick<Config, 'BUSINESS_TIME_ZONE' | 'LEAD_BUSINESS_DAYS'>;

/** Business days before the end of a term that approving and placing may take: as an administrator has set it, else by the environment. */
export async function leadOf(db: Db, { LEAD_BUSINESS_DAYS }: Settings): Promise<number> {
  const set = await readSetting(db, 'lead_business_days');
  return typeof set === 'number' ? set : LEAD_BUSINESS_DAYS;
}

/** By what days the business counts, with its holidays as they are listed now. */
export async function calendarOf(db: Db, config: Settings): Promise<Calendar> {
  const holidays = await db.select({ day: holidaysTable.day }).from(holidaysTable);
  return {
    timeZone: config.BUSINESS_TIME_ZONE,
    lead: await leadOf(db, config),
    holidays: new Set(holidays.map(({ day }) => day)),
  };
}
