import { connections } from '@desk/contract/connections';
import { implement } from '../../platform/http/implement.ts';
import { runConnection } from './commands.ts';
import { connectionsOf } from './queries.ts';

export const connectionRoutes = implement(connections, {
  all: (_body, ctx) => connectionsOf(ctx),
  run: runConnection,
});
