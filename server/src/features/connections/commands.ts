import type { BodyOf } from '@desk/contract/call';
import { connections } from '@desk/contract/connections';
import type { ActorContext } from '../../platform/context.ts';
import { startSync } from '../../domain/sync/start.ts';

export async function runConnection({ service }: BodyOf<typeof connections.run>, ctx: ActorContext) {
  await startSync(connections.run, service, ctx);
  return {};
}
