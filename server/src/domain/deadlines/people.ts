import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { teamOf, type Person, type Team } from './team.ts';

interface Row extends Record<string, unknown>, Person {
  id: number;
}

/** The staff as they are on a business day, with their managers and leaves. */
export async function teamOn(db: Db, today: string): Promise<Team> {
  const { rows } = await db.execute<Row>(sql`
    select a.id, a.status = 'ACTIVE' as "isActive", a.role = 'ADMIN' as "isAdministrator",
      a.role = 'RMEMBER' or (a.role = 'ADMIN' and t.account_id is not null) as "isMember", t.manager_id as "managerId",
      l.account_id is not null as "isOnLeave", l.cover_id as "coverId"
    from accounts a left join member_tags t on t.account_id = a.id
    left join lateral (select l.account_id, l.cover_id from leaves l where l.account_id = a.id
      and ${today}::date between l.from_day and l.to_day order by l.id desc limit 1) l on true
    where a.kind = 'staff' order by a.id`);
  return teamOf(new Map(rows.map(({ id, ...person }) => [id, person])));
}
