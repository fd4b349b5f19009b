import type { BodyOf } from '@desk/contract/call';
import { connections } from '@desk/contract/connections';
import type { ActorContext } from '../../platform/context.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { startSync } from '../../domain/sync/start.ts';

export async function runConnection({ service }: BodyOf<typeof connections.run>, ctx: ActorContext) {
  const refused = await startSync(service, ctx);
  return refused ? refuse(connections.run, refused) : {};
}
