import { IndianState } from '@desk/contract/rules/indian-states';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting } from '../../platform/db/setting.ts';
import { holidaysTable } from '../../platform/db/tables/deadlines.ts';
import type { Calendar } from './last-safe-day.ts';
import { publicDaysOf } from './public-days.ts';

type Settings = Pick<Config, 'BUSINESS_TIME_ZONE' | 'LEAD_BUSINESS_DAYS'>;

/** Business days before the end of a term that approving and placing may take: as an administrator has set it, else by the environment. */
export async function leadOf(db: Db, { LEAD_BUSINESS_DAYS }: Settings): Promise<number> {
  const set = await readSetting(db, 'lead_business_days');
  return typeof set === 'number' ? set : LEAD_BUSINESS_DAYS;
}

const State = z.catch(z.nullable(IndianState), null);

/** The state whose public holidays count beside those of all India. */
export const holidayStateOf = async (db: Db): Promise<IndianState | null> =>
  State.parse(await readSetting(db, 'holiday_state'));

const Days = z.catch(z.array(z.string()), []);

/** Public holidays on which the business works. */
export const workedDaysOf = async (db: Db): Promise<readonly string[]> =>
  Days.parse(await readSetting(db, 'worked_days'));

/** By what days the business counts: its own holidays as they are listed now, and the public ones on which it does not work. */
export async function calendarOf(db: Db, config: Settings): Promise<Calendar> {
  const rows = await db.select({ day: holidaysTable.day }).from(holidaysTable);
  const own = new Set(rows.map(({ day }) => day));
  const worked = new Set(await workedDaysOf(db));
  const byLaw = await publicDaysOf(await holidayStateOf(db), config.BUSINESS_TIME_ZONE);
  return {
    timeZone: config.BUSINESS_TIME_ZONE,
    lead: await leadOf(db, config),
    holidays: { has: (day) => own.has(day) || (!worked.has(day) && byLaw.has(day)) },
  };
}
