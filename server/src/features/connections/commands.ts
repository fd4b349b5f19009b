import type { BodyOf } from '@desk/contract/call';
import { connections } from '@desk/contract/connections';
import type { ActorContext } from '../../context.ts';
import { audit } from '../../db/audit.ts';
import { refuse } from '../../http/refusal.ts';
import { SERVICES } from '../../sync-runs/services.ts';

export async function runConnection({ service }: BodyOf<typeof connections.run>, ctx: ActorContext) {
  const { isConfigured, runs, started } = SERVICES[service];
  if (!isConfigured(ctx.outside)) return refuse(connections.run, 503);
  await ctx.db.transaction(async (tx) => {
    const subjectId = (await runs.queue(tx, ctx.actor.id)) ?? refuse(connections.run, 409);
    await audit(tx, ctx, { action: started, subject: 'sync', subjectId, changes: [] });
  });
  ctx.announce({ kind: service === 'crm_contacts' ? 'crm' : 'sync' });
  return {};
}
