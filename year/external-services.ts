import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../launcher/postgres/postgres.ts';
import { folderOfRun } from '../launcher/postgres/test-postgres.ts';
import { startGoogle } from '../simulators/google/start.ts';
import { startMailbox } from '../simulators/mailbox/mailbox.ts';
import type { World } from '../simulators/world/types.ts';

/** More than come between two looks: on the first morning each customer whose term ends soon is asked. */
const MAILS_KEPT = 10_000;

/** What the server of a run works with: PostgreSQL, Google and a mail server, each as real or as true to life as can be. */
export async function openExternalServices(world: World) {
  const { dataDir, remove } = await folderOfRun();
  const options = { dataDir, log: () => undefined, temporary: true, hasSocket: true };
  let postgres = await startPostgres(options);
  const { url } = postgres;
  const database = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 0 });
  database.on('error', () => undefined);
  // A run has the statistics made itself. By the clock on the wall they would come some hundred times, and with each every plan is made anew.
  await database.query('alter system set autovacuum = off');
  // Of a statement that is prepared one plan: that of some thousand rows is the same for all values, and making it costs more than following it.
  await database.query('alter system set plan_cache_mode = force_generic_plan');
  await database.query('select pg_reload_conf()');
  const google = await startGoogle({ world });
  const mailbox = await startMailbox({ now: () => google.state.now(), keeps: MAILS_KEPT });
  const files = mkdtempSync(join(tmpdir(), 'desk-year-'));

  return {
    database,
    google,
    mailbox,
    env: {
      PATH: process.env['PATH'],
      TZ: 'Asia/Kathmandu',
      ...google.env,
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: 'Reseller Desk <desk@reseller.example>',
      REPLY_ADDRESS: 'renew@reseller.example',
      IMAP_URL: mailbox.imapUrl,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      PUBLIC_URL: 'http://year.example',
      DATA_DIR: files,
      SECRET_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'fatal',
    },
    /** As autovacuum does in a day, of which the run takes seconds. */
    analyze: () => database.query('vacuum analyze'),
    restartDatabase: async (): Promise<void> => {
      await postgres.crash();
      postgres = await startPostgres({ ...options, port: Number(new URL(url).port) });
    },
    stop: async (): Promise<void> => {
      await database.end();
      await Promise.all([google.stop(), mailbox.stop()]);
      await postgres.stop();
      remove();
      rmSync(files, { recursive: true, force: true });
    },
  };
}
