import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { decisionLinksTable as l } from '../../platform/db/tables/offers.ts';
import { dayIn } from '../../platform/time/days.ts';
import type { Draft } from './make-offer.ts';

/** A version that went out. */
export interface Earlier {
  readonly version: number;
  readonly day: string;
  /** Who has a link to it. */
  readonly names: readonly string[];
  /** It says what this one says. */
  readonly isSame: boolean;
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
