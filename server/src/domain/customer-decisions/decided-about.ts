import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { dayIn } from '../../platform/time/days.ts';
import { wordsOf, type CustomerDecision } from './customer-decision.ts';

/** A customer's newest decision about a renewal. */
export interface Decided {
  readonly domain: string;
  readonly words: string;
  readonly day: string;
}

/** The newest decision of each of these renewals, by its customer. */
export async function decidedAbout(db: Db, ids: readonly number[], zone: string): Promise<readonly Decided[]> {
  const newest = await db
    .selectDistinctOn([k.renewalId], { decision: k, domain: sql<string>`${r.domainName}::text` })
    .from(k)
    .innerJoin(r, eq(r.id, k.renewalId))
    .where(inArray(k.renewalId, [...ids]))
    .orderBy(k.renewalId, desc(k.id));
  return newest.map(({ decision, domain }) => ({
    ...{ domain, words: wordsOf(decision as CustomerDecision), day: dayIn(zone, decision.createdAt) },
  }));
}
