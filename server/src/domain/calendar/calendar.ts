import { IndianState } from '@desk/contract/rules/indian-states';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/db.ts';
import { readSetting, type SettingName } from '../../platform/db/setting.ts';
import { holidaysTable } from '../../platform/db/tables/deadlines.ts';
import type { Calendar } from './business-days.ts';
import { publicDaysOf } from './public-days.ts';

type Settings = Pick<Config, 'BUSINESS_TIME_ZONE' | 'LEAD_BUSINESS_DAYS'>;

/** On the day of the end itself the provider may have acted, early in the morning: none was allowed once. */
const SHORTEST_LEAD = 1;

const leadIn = (set: unknown, { LEAD_BUSINESS_DAYS }: Settings): number =>
  Math.max(SHORTEST_LEAD, typeof set === 'number' ? set : LEAD_BUSINESS_DAYS);

/** Business days before the end of a term that approving and placing may take: as an administrator has set it, else by the environment. */
export const leadOf = async (db: Db, settings: Settings): Promise<number> =>
  leadIn(await readSetting(db, 'lead_business_days'), settings);

const State = z.catch(z.nullable(IndianState), null);

/** The state whose public holidays count beside those of all India. */
export const holidayStateOf = async (db: Db): Promise<IndianState | null> =>
  State.parse(await readSetting(db, 'holiday_state'));

const Days = z.catch(z.array(z.string()), []);

/** Public holidays on which the business works. */
export const workedDaysOf = async (db: Db): Promise<readonly string[]> =>
  Days.parse(await readSetting(db, 'worked_days'));

/** What is kept about the calendar, in one question: each reminder and each answer of a provider asks for it. */
async function keptOf(db: Db) {
  const names = ['lead_business_days', 'holiday_state', 'worked_days'] satisfies SettingName[];
  const { rows } = await db.execute<{ own: string[]; set: Partial<Record<SettingName, unknown>> }>(sql`select
    (select coalesce(json_agg(day), '[]') from ${holidaysTable}) as own,
    (select coalesce(json_object_agg(name, value::json), '{}') from installation where name = any(${sql.param(names)}::text[])) as set`);
  return rows[0] ?? { own: [], set: {} };
}

/** By what days the business counts: its own holidays as they are listed now, and the public ones on which it does not work. */
export async function calendarOf(db: Db, config: Settings): Promise<Calendar> {
  const { own: days, set } = await keptOf(db);
  const [own, worked] = [new Set(days), new Set(Days.parse(set.worked_days))];
  const byLaw = await publicDaysOf(State.parse(set.holiday_state), config.BUSINESS_TIME_ZONE);
  return {
    timeZone: config.BUSINESS_TIME_ZONE,
    lead: leadIn(set.lead_business_days, config),
    holidays: { has: (day) => own.has(day) || (!worked.has(day) && byLaw.has(day)) },
  };
}
