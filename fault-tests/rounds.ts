import type { Round } from './round.ts';
import { backupRestored } from './rounds/backup-restored.ts';
import { databaseCrash } from './rounds/database-crash.ts';
import { databaseUnreachable } from './rounds/database-unreachable.ts';
import { failover } from './rounds/failover.ts';
import { googleFails } from './rounds/google-fails.ts';
import { load } from './rounds/load.ts';
import { hostileJson } from './rounds/hostile-bodies.ts';
import { hostileUploads } from './rounds/hostile-files.ts';
import { logMigrated } from './rounds/log-migrated.ts';
import { lostUpdates } from './rounds/lost-updates.ts';
import { mailFails } from './rounds/mail-fails.ts';
import { migrationsKilled } from './rounds/migrations-killed.ts';
import { nginxRestart } from './rounds/nginx-restart.ts';
import { killedBehindPooler, restartedBehindPooler, twoNodesBehindPooler } from './rounds/pooled.ts';
import { rollingRestart } from './rounds/rolling-restart.ts';
import { serverKilled } from './rounds/server-killed.ts';
import { slowClients } from './rounds/slow-clients.ts';
import { slowUploads } from './rounds/slow-uploads.ts';
import { anonymousLogins } from './rounds/anonymous-logins.ts';
import { tableLocked } from './rounds/table-locked.ts';
import { twoNodes } from './rounds/two-nodes.ts';

/** All rounds, in their order. */
export const rounds: readonly Round[] = [
  serverKilled,
  databaseCrash,
  databaseUnreachable,
  tableLocked,
  mailFails,
  googleFails,
  twoNodes,
  rollingRestart,
  nginxRestart,
  lostUpdates,
  slowUploads,
  slowClients,
  load,
  hostileUploads,
  migrationsKilled,
  backupRestored,
  anonymousLogins,
  hostileJson,
  failover,
  killedBehindPooler,
  restartedBehindPooler,
  twoNodesBehindPooler,
  logMigrated,
];

/** Those of the short run: the faults first of which what they leave takes longest to be worked off. */
export const shortRounds: readonly Round[] = [databaseCrash, serverKilled, rollingRestart];
