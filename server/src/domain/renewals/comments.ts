import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { audit, entryAbout, type Author } from '../../platform/audit/audit.ts';
import { renewalCommentsTable as c, renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { settleAnswered } from './answered.ts';

export type Renewal = typeof r.$inferSelect;

/** The renewal, held until the transaction ends: who writes it next waits and then sees what was written. */
export async function lockRenewal(tx: Db, id: number): Promise<Renewal | undefined> {
  const [renewal] = await tx.select().from(r).where(eq(r.id, id)).for('no key update');
  return renewal;
}

/** A held renewal is another than what was read of it before: who goes by that is refused. */
export const raiseVersion = (tx: Db, id: number) =>
  tx
    .update(r)
    .set({ version: sql`${r.version} + 1` })
    .where(eq(r.id, id));

/** A comment on a renewal, and its effects. */
export interface NewComment {
  /** By this name it is in the audit log. */
  action: string;
  /** The line in the follow-up history. */
  comment: string;
  /** The comment form as it was filled in; `inbound`: the mail that wrote the line; `offer`: one that went out, and that answers nobody. */
  form?: Record<string, unknown>;
  /** Columns of the renewal set with the line; its Follow Up Comments are what was said last, this line where it is a follow-up. */
  now: Partial<Omit<Renewal, 'id' | 'version'>>;
  /** False: nobody said it, and what was said last stays so. */
  isFollowUp?: boolean;
  /** False: it sees to no mail of the customer's, nor to one that came back. */
  isAnswer?: boolean;
}

/** Who writes: somebody who is signed in or has a link, or by a name somebody from outside, of whom the system tells. */
type Commenter =
  | (Author & { readonly actor: NonNullable<Author['actor']> & { readonly kind?: 'staff' | 'customer' } })
  | { readonly name: string };

/** Null: none of the staff writes. */
const staffIdOf = (author: Commenter): number | null =>
  'name' in author || author.actor.kind !== 'staff' ? null : author.actor.id;

const aboutRenewal = entryAbout('renewal', r);

/**
 * Writes a note on a held renewal: its history, the renewal itself one version on, and the audit log. What its customer wrote is answered
 * by one of the staff.
 */
export async function addRenewalComment(
  tx: Db,
  author: Commenter,
  old: Renewal,
  { action, comment, form, now: work, isFollowUp = true, isAnswer = true }: NewComment,
) {
  const now = isFollowUp ? { ...work, followupComment: comment } : work;
  await tx
    .insert(c)
    .values({ renewalId: old.id, comment, form, updatedBy: 'name' in author ? author.name : author.actor.email });
  await tx
    .update(r)
    .set({ ...now, version: sql`${r.version} + 1` })
    .where(eq(r.id, old.id));
  await audit(tx, 'name' in author ? {} : author, aboutRenewal(action, old.id, now, old));
  const accountId = isAnswer ? staffIdOf(author) : null;
  if (accountId !== null) await settleAnswered(tx, old, { accountId, isAnswer: form?.['offer'] === undefined });
}

/** The event of the month in which a renewal is listed. */
export const monthOf = ({ termEnd }: Renewal) => ({ kind: 'month' as const, month: termEnd.slice(0, 7) });
