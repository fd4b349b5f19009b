import type { BodyOf } from '@desk/contract/call';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { eq, sql } from 'drizzle-orm';
import { customerOf, renewalsOfDomain } from '../../domain/customers/of-domain.ts';
import { answerWords, writeLines } from '../../domain/inbound/events.ts';
import { silence } from '../../domain/inbound/silence.ts';
import { seesUnmatched } from '../../domain/inbound/unmatched.ts';
import { monthOf, type Renewal } from '../../domain/renewals/comments.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { inboundMessagesTable as m } from '../../platform/db/tables/inbound.ts';
import { outboxRenewalsTable as l } from '../../platform/db/tables/outbox.ts';
import { refuse } from '../../platform/http/refusal.ts';

type Settling = BodyOf<typeof inbound.settle>;
type Message = typeof m.$inferSelect;

/** The mail, held; refused where it is not there, or where it is nobody's and not for the caller. */
async function heldFor(tx: Db, ctx: ActorContext, id: number) {
  const [held] = await tx.select().from(m).where(eq(m.id, id)).for('update');
  const message = held ?? refuse(inbound.settle, 404);
  const isOfRenewals = message.outboxId !== null && (await tx.$count(l, eq(l.messageId, message.outboxId))) > 0;
  const isNobodys = message.customerId === null && !isOfRenewals;
  if (isNobodys && !(await seesUnmatched(ctx))) refuse(inbound.settle, 403);
  return { message, isNobodys };
}

/** Whose a domain is, and which of its renewals is meant. */
async function ownerOf(tx: Db, name: string, renewalId: number | undefined) {
  const { rows } = await tx.execute<{ customer_id: number | null; is_its: boolean }>(sql`
    select ${customerOf(name)} as customer_id, ${renewalId ?? null}::int is null or ${renewalId ?? null}::int in ${renewalsOfDomain(name)} as is_its`);
  const [found] = rows;
  return found?.is_its === true ? found.customer_id : null;
}

/** Says whose an unmatched mail is. What a customer answered stands in the history of the renewal, as if it had been matched. */
async function assign(tx: Db, ctx: ActorContext, message: Message, { domain_name = '', renewal_id }: Settling) {
  const customerId = (await ownerOf(tx, domain_name, renewal_id)) ?? refuse(inbound.settle, 422);
  await tx.update(m).set({ customerId }).where(eq(m.id, message.id));
  const changes = [{ field: 'domain', old: null, new: domain_name }];
  await audit(tx, ctx, { action: 'mail_assigned', subject: 'inbound_mail', subjectId: message.id, changes });
  if (renewal_id === undefined || message.kind !== 'reply') return [];
  const line = { action: 'customer_replied', comment: answerWords({ ...message, attachments: 0 }) } as const;
  return writeLines(tx, { inboundId: message.id, from: message.from }, [renewal_id], () => line);
}

async function done(tx: Db, ctx: ActorContext, { id }: Message): Promise<readonly Renewal[]> {
  await tx.update(m).set({ settledAt: NOW, settledById: ctx.actor.id }).where(eq(m.id, id));
  await audit(tx, ctx, { action: 'mail_settled', subject: 'inbound_mail', subjectId: id, changes: [] });
  return [];
}

/** Whom a mail is about: of a bounce who could not be reached, else who wrote it. */
const addressOf = ({ kind, bouncedAddress, from }: Message): string =>
  kind === 'bounce' ? (bouncedAddress ?? '') : from;

async function silenceSender(tx: Db, ctx: ActorContext, message: Message): Promise<void> {
  const address = addressOf(message);
  if (address === '') refuse(inbound.settle, 422);
  const cause = message.kind === 'bounce' ? 'bounced' : 'unsubscribed';
  const reason = `Entered by ${ctx.actor.email} by a mail of theirs`;
  await silence(tx, ctx, { address, cause, reason, customerId: message.customerId });
}

export async function settle(asked: Settling, ctx: ActorContext) {
  const written = await ctx.write(async (tx) => {
    const { message, isNobodys } = await heldFor(tx, ctx, asked.inbound_id);
    if (message.settledAt !== null) refuse(inbound.settle, 409);
    const isAssigned = asked.domain_name !== undefined;
    if (isAssigned && !isNobodys) refuse(inbound.settle, 422);
    if (asked.silence) await silenceSender(tx, ctx, message);
    return isAssigned ? assign(tx, ctx, message, asked) : done(tx, ctx, message);
  });
  ctx.announce({ kind: 'mail' });
  for (const renewal of written) ctx.announce(monthOf(renewal));
  return {};
}

/** Only that it is open changes, and since when: what was said of it and written to its renewals stands. */
export async function reopen({ inbound_id }: BodyOf<typeof inbound.reopen>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const { message } = await heldFor(tx, ctx, inbound_id);
    if (message.settledAt === null) refuse(inbound.reopen, 409);
    await tx.update(m).set({ settledAt: null, settledById: null, reopenedAt: NOW }).where(eq(m.id, inbound_id));
    await audit(tx, ctx, { action: 'mail_reopened', subject: 'inbound_mail', subjectId: inbound_id, changes: [] });
  });
  ctx.announce({ kind: 'mail' });
  return {};
}
