import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../launcher/postgres/postgres.ts';
import { makeStandby } from '../../../launcher/postgres/standby.ts';

/** Two PostgreSQL of a test, of which one follows the other's log. */
export async function startPrimaryAndStandby() {
  const folder = mkdtempSync(join(tmpdir(), 'desk-standby-'));
  const log = (): undefined => undefined;
  const start = (name: string) => startPostgres({ dataDir: join(folder, name), log, temporary: true });
  const primary = await start('one');
  await makeStandby({ primary: { dataDir: join(folder, 'one'), url: primary.url }, dataDir: join(folder, 'two'), log });
  const standby = await start('two');
  return {
    primary,
    standby,
    stop: async (): Promise<void> => {
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
