import { eq } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, entryAbout } from '../../platform/audit/audit.ts';
import { recordDecision } from '../decisions/decisions.ts';
import { queueMessages, queueMessagesDelayed } from '../../platform/outbox/outbox.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import type { ComposedMail } from '../../platform/mail/content.ts';

export type Domain = typeof d.$inferSelect;

export const aboutDomain = entryAbout('domain', d);

/** The domain, held until the transaction ends: who decides next waits and then sees what was decided. */
export async function lockDomain(tx: Db, id: number): Promise<Domain | undefined> {
  const [domain] = await tx.select().from(d).where(eq(d.id, id)).for('no key update');
  return domain;
}

/** A mail to a person; `later`: it can be stopped for a minute. @returns the ids of its messages. */
export async function notify(
  tx: Db,
  { actor }: ActorContext,
  personId: number | null,
  mail: ComposedMail,
  { later = false } = {},
) {
  if (personId === null) return [];
  const people = await tx.select({ recipient: a.email }).from(a).where(eq(a.id, personId));
  const notice = { channel: 'Email', purpose: 'notice', createdBy: actor.email, ...mail } as const;
  return (later ? queueMessagesDelayed : queueMessages)(
    tx,
    ...people.map(({ recipient }) => ({ ...notice, recipient })),
  );
}

export async function emailOf(tx: Db, personId: number | null): Promise<string | null> {
  if (personId === null) return null;
  const [person] = await tx.select({ email: a.email }).from(a).where(eq(a.id, personId));
  return person?.email ?? null;
}

/** The columns that an undo restores. */
export const standing = ({ status, ownerId, claimedById, customerId, askedAt }: Domain) => ({
  ...{ status, ownerId, claimedById, customerId, askedAt },
});

/** Makes a change that can be taken back: with its audit entry, and the mail that tells the person of it. */
export async function change(
  tx: Db,
  ctx: ActorContext,
  { domain, now, action, personId, mail, formerOwner = [] }: Decided,
): Promise<{ decision_id: number }> {
  await tx.update(d).set(now).where(eq(d.id, domain.id));
  const messageIds = [];
  for (const recipient of [{ personId, mail }, ...formerOwner])
    messageIds.push(...(await notify(tx, ctx, recipient.personId, recipient.mail, { later: true })));
  const decision_id = await recordDecision(tx, ctx, {
    ...{ subject: 'domain', subjectId: domain.id, action, name: domain.name, messageIds },
    ...{ person: await emailOf(tx, personId), before: standing(domain), after: standing({ ...domain, ...now }) },
  });
  await audit(tx, ctx, aboutDomain(action, domain.id, now, domain));
  return { decision_id };
}
interface Notification {
  personId: number | null;
  mail: ComposedMail;
}
interface Decided extends Notification {
  domain: Domain;
  now: Partial<Domain>;
  action: string;
  /** The owners who lose the domain by it. */
  formerOwner?: readonly Notification[];
}
