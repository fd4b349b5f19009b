import type { Round } from './round.ts';
import { backupRestored } from './rounds/backup-restored.ts';
import { databaseCrash } from './rounds/database-crash.ts';
import { databaseUnreachable } from './rounds/database-unreachable.ts';
import { rollingRestart } from './rounds/rolling-restart.ts';
import { serverKilled } from './rounds/server-killed.ts';
import { twoNodes } from './rounds/two-nodes.ts';

/** All rounds, in their order. */
export const rounds: readonly Round[] = [
  serverKilled,
  databaseCrash,
  databaseUnreachable,
  twoNodes,
  rollingRestart,
  backupRestored,
];

/** Those of the short run: the faults first of which what they leave takes longest to be worked off. */
export const shortRounds: readonly Round[] = [databaseCrash, serverKilled, rollingRestart];
