import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** Writes to the database until it is stopped and tells how often; nothing of it shows but in the audit log. */
function writeTo(url: string) {
  let stopped = false;
  let written = 0;
  const writer = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (let n = 1; !stopped; n += 1) {
      // Each waits for the others at the first row, so that none waits for one that waits for it.
      await client.query(`begin; lock table customers in share row exclusive mode;
        update customers set phone = phone where id % 50 = ${n % 50};
        insert into audit_log (actor, action, subject, changes, at) values ('system', 'load', 'customer', '[]', now()); commit`);
      written += 1;
    }
    await client.end();
  };
  const writing = Promise.all([writer(), writer(), writer()]);
  // Told where it is stopped.
  writing.catch(() => undefined);
  return async (): Promise<number> => {
    stopped = true;
    await writing;
    return written;
  };
}

/** Backs a database up while others write, and restores it into an empty one, both with the commands of the product. */
export async function moveByBackup(from: string, to: string, env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-e2e-backup-'));
  const backup = join(folder, 'backup');
  const run = (script: string, args: string[], address: string) =>
    promisify(execFile)(process.execPath, [`server/dist/${script}.js`, ...args], {
      env: { ...env, MIGRATION_DATABASE_URL: address },
    });
  const stopWriting = writeTo(from);
  try {
    await run('backup', ['--to', backup], from).catch(async (error: unknown) => {
      await stopWriting();
      throw error;
    });
    if ((await stopWriting()) === 0) throw new Error('Nobody wrote while the backup was taken.');
    await run('restore', ['--from', backup], to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
