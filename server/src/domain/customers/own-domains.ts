import { eq, isNull, or, sql } from 'drizzle-orm';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';

const isClaimOf = (personId: number) => eq(d.claimedById, personId);

/** Which domains stand in a customer's list: the own ones, and those that are asked for. */
export const isInListOf = (personId: number) => or(eq(d.ownerId, personId), isClaimOf(personId));

/**
 * What a customer is told of a domain. A claim looks like a new domain, in its status and its time, so that nobody learns from it
 * which domains are ours.
 */
export const ownDomainColumns = (personId: number) => ({
  domain_name: d.name,
  domain_status: sql<
    typeof d.$inferSelect.status
  >`case when ${isClaimOf(personId)} then 'PENDING' else ${d.status} end`,
  timestamp:
    sql`case when ${isClaimOf(personId)} or ${isNull(d.claimedById)} then coalesce(${d.askedAt}, ${d.createdAt})
    else ${d.createdAt} end`.mapWith(d.createdAt),
});
