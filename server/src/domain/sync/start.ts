import type { Call } from '@desk/contract/call';
import type { Service } from '@desk/contract/connections';
import type { ActorContext } from '../../platform/context.ts';
import { audit, type Author } from '../../platform/audit/audit.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isConfigured, SYNC_SERVICES } from './services.ts';

type Changes = Parameters<typeof audit>[2]['changes'];

/**
 * Queues the sync of a service for the person who asks, and writes down who it is.
 * @returns the run; undefined while one is queued or running.
 */
export async function queueSync(
  service: Service,
  { write, announce }: Pick<ActorContext, 'write' | 'announce'>,
  author: Author,
  changes: Changes = [],
): Promise<number | undefined> {
  const { runs, started, event } = SYNC_SERVICES[service];
  const runId = await write(async (tx) => {
    const subjectId = await runs.queue(tx, author.actor?.id ?? null);
    if (subjectId !== undefined) await audit(tx, author, { action: started, subject: 'sync', subjectId, changes });
    return subjectId;
  });
  if (runId !== undefined) announce(event);
  return runId;
}

/** The same for a call: refused where the service is not configured, or read already. */
export async function startSync(
  call: Call & { readonly refusals: Readonly<Record<409 | 503, string>> },
  service: Service,
  ctx: ActorContext,
): Promise<void> {
  if (!isConfigured(service, ctx.clients)) refuse(call, 503);
  if ((await queueSync(service, ctx, ctx)) === undefined) refuse(call, 409);
}
