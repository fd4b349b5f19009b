import { and, eq } from 'drizzle-orm';
import type { WhatsappFailure } from '../../integrations/messaging/whatsapp-webhook.ts';
import type { Services } from '../../platform/context.ts';
import { NOW } from '../../platform/db/now.ts';
import { isOneOf } from '../../platform/db/sql/constants.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { lockRenewalsOf } from '../../platform/outbox/outbox.ts';
import { announceEnd, noteEnd } from '../messages/message-end.ts';

/** A message that WhatsApp had accepted did not arrive after all: it counts as failed, with the reason. What is known already is kept. */
export async function noteUndelivered(
  services: Pick<Services, 'db' | 'announce'>,
  { id, reason }: WhatsappFailure,
): Promise<void> {
  const isIt = and(isOneOf(o.channel, 'WhatsApp'), eq(o.providerId, id), eq(o.state, 'sent'));
  const held = await services.db.transaction(async (tx) => {
    const [message] = await tx.select({ id: o.id }).from(o).where(isIt);
    if (!message) return undefined;
    const renewals = await lockRenewalsOf(tx, message.id);
    const [ended] = await tx
      .update(o)
      .set({ state: 'failed', reason, isRecipientRefused: true, finishedAt: NOW })
      .where(and(eq(o.id, message.id), isIt))
      .returning({ state: o.state, reason: o.reason, channel: o.channel, recipient: o.recipient });
    if (!ended) return undefined;
    await noteEnd(tx, renewals, { ...ended, ended });
    return renewals;
  });
  if (held) announceEnd(services, held);
}
