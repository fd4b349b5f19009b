import { sync } from '@desk/contract/sync';
import { implement } from '../../platform/http/implement.ts';
import { startGoogleSync } from './commands.ts';
import { syncRuns } from './queries.ts';

export const syncRoutes = implement(sync, {
  start: (_body, ctx) => startGoogleSync(ctx),
  runs: (_body, ctx) => syncRuns(ctx),
});
