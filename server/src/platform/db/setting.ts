import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** What administrators set for the whole installation, as JSON; each under its own name. */
export type SettingName = 'retention' | 'lead_business_days' | 'holiday_state' | 'worked_days' | 'approval_limits';

/** Undefined: nobody has set it. */
export async function readSetting(db: Db, name: SettingName): Promise<unknown> {
  const { rows } = await db.execute<{ value: unknown }>(
    sql`select value::json as value from installation where name = ${name}`,
  );
  return rows[0]?.value ?? undefined;
}

/** Holds a setting until the transaction ends, so that of two who set it one waits for the other. */
export const holdSetting = (tx: Db, name: SettingName) =>
  tx.execute(sql`insert into installation (name, value) values (${name}, 'null')
    on conflict (name) do update set value = installation.value`);

export const writeSetting = (tx: Db, name: SettingName, value: unknown) =>
  tx.execute(sql`insert into installation (name, value) values (${name}, ${JSON.stringify(value)})
    on conflict (name) do update set value = excluded.value`);
