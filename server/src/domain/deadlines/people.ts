import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { readTeam } from '../work-items/team.ts';
import { teamOn, type Team } from './team.ts';

/** The staff as they are on a business day. */
export async function peopleOn(db: Db, day: string): Promise<Team> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select a.id from accounts a left join member_tags t on t.account_id = a.id
    where a.kind = 'staff' and (a.role = 'RMEMBER' or (a.role = 'ADMIN' and t.account_id is not null))`);
  return teamOn(day, await readTeam(db, day), new Set(rows.map(({ id }) => id)));
}
