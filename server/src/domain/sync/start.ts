import type { Service } from '@desk/contract/connections';
import type { ActorContext } from '../../platform/context.ts';
import { audit } from '../../platform/audit/audit.ts';
import { SYNC_SERVICES } from './services.ts';

/**
 * Queues the sync of a service for the person who asks.
 * @returns why not: 503 it is not configured, 409 one is queued or running.
 */
export async function startSync(service: Service, ctx: ActorContext): Promise<409 | 503 | undefined> {
  const { isConfigured, runs, started } = SYNC_SERVICES[service];
  if (!isConfigured(ctx.clients)) return 503;
  const isQueued = await ctx.db.transaction(async (tx) => {
    const subjectId = await runs.queue(tx, ctx.actor.id);
    if (subjectId === undefined) return false;
    await audit(tx, ctx, { action: started, subject: 'sync', subjectId, changes: [] });
    return true;
  });
  if (!isQueued) return 409;
  ctx.announce({ kind: service === 'crm_contacts' ? 'crm' : 'sync' });
  return undefined;
}
