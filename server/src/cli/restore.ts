import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Manifest } from '../backup/manifest.ts';
import { rehearse } from '../backup/rehearse.ts';
import { renewRevisions, restoreBackup } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { prepareDatabase } from '../db/app-role.ts';
import { audit } from '../db/audit.ts';
import { holdMail } from '../db/mail-hold.ts';
import { withClient } from '../db/one-client.ts';
import { fingerprintHere } from '../security/secret.ts';
import { CommandProblem, say, takenBack } from './command.ts';

const USAGE = 'Usage: node server/dist/restore.js --from <folder of a backup> [--hold-mail | --rehearse]';
/** Who holds the messages, as the mail log shows it. */
const BY = 'restore';

function wishOf(args: string[]) {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { from: { type: 'string' }, rehearse: { type: 'boolean' }, 'hold-mail': { type: 'boolean' } },
  });
  if (typeof values.from !== 'string') throw new CommandProblem(USAGE);
  return { from: values.from, isRehearsal: values.rehearse === true, holdsMail: values['hold-mail'] === true };
}

function tellCounts({ taken_at, migration, tables }: Manifest): void {
  say(`Backup of ${taken_at}, last migration ${migration.tag}`);
  const width = Math.max(...tables.map(({ name }) => name.length));
  for (const { name, rows } of tables) say(`${name.padEnd(width)} ${String(rows).padStart(10)}`);
}

function tellKey(config: Config, { secret_fingerprint: wanted }: Manifest): void {
  const here = fingerprintHere(config);
  if (wanted === null || here === wanted) return;
  const found = here === undefined ? 'No SECRET_KEY is set here' : 'The SECRET_KEY here is another one';
  say(`${found}: before a node starts, set that of the installation that was backed up (fingerprint ${wanted}).`);
}

/** The restore itself stands in the audit log, after what was restored. */
const record = (url: string, { taken_at }: Manifest) =>
  withClient(url, 'restore', (client) =>
    drizzle(client).transaction(async (tx) => {
      const changes = [
        { field: 'taken_at', old: null, new: taken_at },
        { field: 'operator', old: null, new: userInfo().username },
      ];
      await audit(tx, {}, { action: 'backup_restored', subject: 'installation', changes });
    }),
  );

await takenBack(async (config, signal) => {
  const { from, isRehearsal, holdsMail } = wishOf(process.argv.slice(2));
  const url = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL;
  if (isRehearsal) {
    tellCounts(await rehearse({ url, from, signal }));
    say('The backup can be restored: every row is there as it was. The scratch database is gone again.');
    return;
  }
  const finish = async (client: Client) => {
    await renewRevisions(client);
    if (holdsMail) await holdMail(drizzle(client), BY);
  };
  const manifest = await restoreBackup({ url, from, signal, finish });
  await prepareDatabase(config);
  await record(url, manifest);
  tellCounts(manifest);
  say('Restored: every table has the rows of the backup. Sessions are not restored: everybody logs in anew.');
  tellKey(config, manifest);
  say(
    holdsMail
      ? 'Next: start the nodes. Messages are held: look through the mail log, then let them go.'
      : 'Next: start the nodes. Messages that were queued when the backup was taken will leave.',
  );
});
