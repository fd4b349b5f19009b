import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphan } from './orphan.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { commandOf } from '../process-table.mjs';

const PREFIX = 'reseller-desk-test-';

/** Removes the remains of a killed test run: its PostgreSQL still runs in a folder named after the dead run's process id. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (commandOf(pid) !== undefined) continue;
    try {
      await stopOrphan(join(folder, 'cluster'));
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's; his next run sweeps it.
    }
  }
}

/** A folder for the PostgreSQL of one run; what the run before left, if it was killed, is removed. */
export async function folderOfRun(): Promise<{ dataDir: string; remove: () => void }> {
  await sweep();
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A PostgreSQL for one run of tests, gone without a trace when stopped. Its address is a superuser's. */
export async function startTestPostgres(): Promise<Pick<Postgres, 'url' | 'stop'>> {
  const { dataDir, remove } = await folderOfRun();
  try {
    const postgres = await startPostgres({
      dataDir,
      log: (line) => process.stdout.write(`${line}\n`),
      temporary: true,
    });
    return { url: postgres.url, stop: async () => postgres.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
