import type { SilencedCause } from '@desk/contract/words/reach';
import { and, eq, ne, sql } from 'drizzle-orm';
import { audit, type Author } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { silencedAddressesTable as s } from '../../platform/db/tables/customers.ts';

interface Silenced {
  readonly address: string;
  readonly cause: SilencedCause;
  /** What the mail server said, or how they asked for it. */
  readonly reason: string;
  /** Whose address it is, for the audit log; null: nobody's that is known. */
  readonly customerId: number | null;
}

/**
 * Writes to an address no more, until somebody has confirmed or changed it. Who asked for it is not forgotten because a mail bounced as
 * well. @returns whether that is new
 */
export async function silence(tx: Db, author: Author, { customerId, ...silenced }: Silenced): Promise<boolean> {
  const { address, cause, reason } = silenced;
  const written = await tx
    .insert(s)
    .values(silenced)
    .onConflictDoUpdate({
      target: s.address,
      set: { cause, reason },
      setWhere: and(eq(sql`${cause}::text`, 'unsubscribed'), ne(s.cause, 'unsubscribed')),
    })
    .returning({ address: s.address });
  if (written.length === 0) return false;
  const changes = [
    { field: 'address', old: null, new: address },
    { field: 'silenced', old: null, new: `${cause}: ${reason}` },
  ];
  await audit(tx, author, { action: 'address_silenced', subject: 'customer', subjectId: customerId, changes });
  return true;
}

/** Who writes takes mail again: an address that came back once is written to again. That they wanted no more of them stays. */
export async function noteAlive(tx: Db, address: string, customerId: number | null): Promise<void> {
  const [gone] = await tx
    .delete(s)
    .where(and(eq(s.address, address), eq(s.cause, 'bounced')))
    .returning({ reason: s.reason });
  if (!gone) return;
  const changes = [
    { field: 'address', old: null, new: address },
    { field: 'bounced', old: gone.reason, new: null },
  ];
  await audit(tx, {}, { action: 'address_confirmed', subject: 'customer', subjectId: customerId, changes });
}
