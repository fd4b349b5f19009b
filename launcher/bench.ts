import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase } from './postgres/database-url.ts';
import { lockDataFolder } from './lock.ts';
import { startPostgres } from './postgres/postgres.ts';
import { root } from './root.mjs';
import { readSettings } from './settings.ts';
import { stopSignal } from './stop-signal.ts';
import { runInForeground } from './tools.ts';
import { reportError } from './report-error.ts';

const stopping = stopSignal();

const bench = async (databaseUrl: string): Promise<number> =>
  runInForeground(['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    signal: stopping,
  });

/** On the disk of the data folder, and durable: what is measured is what a desk would have. */
async function onBundledPostgres(folder: string): Promise<number> {
  const { unlock } = await lockDataFolder(folder);
  const postgres = await startPostgres({ dataDir: folder, log: (line) => process.stdout.write(`${line}\n`) });
  try {
    return await bench(postgres.url);
  } finally {
    await postgres.stop();
    unlock();
  }
}

try {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const { databaseUrl, dataDir } = readSettings(process.env, root);
  if (databaseUrl === undefined) process.exitCode = await onBundledPostgres(join(dataDir, 'bench'));
  else {
    await checkDatabase(databaseUrl);
    process.exitCode = await bench(databaseUrl);
  }
} catch (error) {
  if (!stopping.aborted) reportError(error);
  process.exitCode = 1;
}
