import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { decisionLinksTable as l } from '../../platform/db/tables/offers.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { dayIn } from '../../platform/time/days.ts';
import { wordsOf, type CustomerDecision } from '../customer-decisions/customer-decision.ts';
import type { Draft } from './make-offer.ts';

/** A customer's newest decision about a renewal. */
export interface Decided {
  readonly domain: string;
  readonly words: string;
  readonly day: string;
}

/** A version that went out. */
export interface Earlier {
  readonly version: number;
  readonly day: string;
  /** Who has a link to it. */
  readonly names: readonly string[];
  /** It says what this one says. */
  readonly isSame: boolean;
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

/** The versions that went out and that this one replaces, or is. */
export async function earlierOffers(db: Db, draft: Draft | undefined, zone: string): Promise<readonly Earlier[]> {
  const current = draft?.replaced ?? [];
  if (current.length === 0) return [];
  const ids = current.map(({ id }) => id);
  const links = await db
    .select({ offerId: l.offerId, name: l.name })
    .from(l)
    .where(and(inArray(l.offerId, ids), isNull(l.revokedAt)))
    .orderBy(asc(l.id));
  return current.flatMap(({ id, version, createdAt }) => {
    const names = [...new Set(links.filter(({ offerId }) => offerId === id).map(({ name }) => name))];
    return names.length === 0 ? [] : [{ version, names, day: dayIn(zone, createdAt), isSame: id === draft?.same?.id }];
  });
}
