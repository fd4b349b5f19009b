import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** Writes to the database until it is stopped; nothing of it shows on a screen but in the audit log. */
function writeTo(url: string) {
  let stopped = false;
  const writer = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (let n = 1; !stopped; n += 1) {
      await client.query(`begin; update customers set phone = phone where id % 50 = ${n % 50};
        insert into audit_log (actor, action, subject, changes) values ('system', 'load', 'customer', '[]'); commit`);
    }
    await client.end();
  };
  const writers = [writer(), writer(), writer()];
  return async () => {
    stopped = true;
    await Promise.all(writers);
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
    await run('backup', ['--to', backup], from).finally(stopWriting);
    await run('restore', ['--from', backup], to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
