import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Manifest } from '../backup/manifest.ts';
import { beginAnew, type Closed } from '../backup/begin-anew.ts';
import { rehearse } from '../backup/rehearse.ts';
import { LeftBehind } from '../backup/problem.ts';
import { restoreBackup } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { prepareDatabase } from '../platform/db/schema/app-role.ts';
import { audit, changesBetween } from '../platform/audit/audit.ts';
import { holdMail } from '../platform/outbox/mail-hold.ts';
import { withClient } from '../platform/db/connection/one-client.ts';
import { localFingerprint } from '../platform/crypto/secret.ts';
import { CommandProblem, print, rolledBackOnSignal } from './command.ts';
import { measuredClock } from '../platform/db/connection/measure-clock.ts';
import { setClock } from '../platform/db/now.ts';

const USAGE = 'Usage: node server/dist/restore.js --from <folder of a backup> [--hold-mail | --rehearse]';
/** The actor who holds the messages, as the mail log shows it. */
const BY = 'restore';

const SETTLE =
  'Restored, but the database is not prepared for the nodes: mend that and run node server/dist/migrate.js before they start.';

interface Options {
  from: string;
  isRehearsal: boolean;
  holdsMail: boolean;
}

function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { from: { type: 'string' }, rehearse: { type: 'boolean' }, 'hold-mail': { type: 'boolean' } },
  });
  if (typeof values.from !== 'string') throw new CommandProblem(USAGE);
  return { from: values.from, isRehearsal: values.rehearse === true, holdsMail: values['hold-mail'] === true };
}

function tellCounts({ taken_at, migration, tables }: Manifest): void {
  print(`Backup of ${taken_at}, last migration ${migration.tag}`);
  const width = Math.max(...tables.map(({ name }) => name.length));
  for (const { name, rows } of tables) print(`${name.padEnd(width)} ${String(rows).padStart(10)}`);
}

function tellKey(config: Config, { secret_fingerprint: wanted }: Manifest): void {
  const here = localFingerprint(config);
  if (wanted === null || here === wanted) return;
  const found = here === undefined ? 'No SECRET_KEY is set here' : 'The SECRET_KEY here is another one';
  print(`${found}: before a node starts, set that of the installation that was backed up (fingerprint ${wanted}).`);
}

/** The restore itself stands in the audit log, after what was restored. */
const record = (client: Client, { taken_at }: Manifest, { orders, contacts }: Closed) =>
  audit(
    drizzle(client),
    {},
    {
      action: 'backup_restored',
      subject: 'installation',
      changes: changesBetween(
        {},
        {
          taken_at,
          operator: userInfo().username,
          closed_seat_orders: orders.join(', '),
          contacts_untold: contacts.join(', '),
        },
      ),
    },
  );

/** The restored data stays, whether or not this succeeds. */
async function settleIn(url: string, config: Config): Promise<void> {
  try {
    // Without it the first lists would be planned blindly.
    await withClient(url, 'restore', (client) => client.query('analyze'));
    await prepareDatabase(config);
  } catch (error) {
    throw new LeftBehind(error, SETTLE);
  }
}

function tellClosed({ orders, contacts }: Closed): void {
  if (orders.length > 0)
    print(
      `${orders.length} ${orders.length === 1 ? 'order' : 'orders'} of seats (${orders.join(', ')}) waited when the backup ` +
        'was taken and may have been carried out since: closed here. Look at Google which of them were bought.',
    );
  if (contacts.length > 0)
    print(
      `Changes of ${contacts.length} ${contacts.length === 1 ? 'contact' : 'contacts'} (${contacts.join(', ')}) waited for ` +
        'the CRM when the backup was taken and might undo what it has by now: closed here. Look at the CRM, and save again ' +
        'in Update Customer what it is to have.',
    );
}

async function restore(config: Config, url: string, { from, holdsMail }: Options, signal: AbortSignal): Promise<void> {
  let closed: Closed = { orders: [], contacts: [] };
  const { now } = await measuredClock(url);
  const finish = async (client: Client, manifest: Manifest) => {
    setClock(client, now);
    closed = await beginAnew(client, now);
    if (holdsMail) await holdMail(drizzle(client), BY);
    await record(client, manifest, closed);
  };
  const manifest = await restoreBackup({ url, from, signal, finish });
  tellCounts(manifest);
  tellClosed(closed);
  await settleIn(url, config);
  print('Restored: every table has the rows of the backup. Sessions are not restored: everybody logs in anew.');
  tellKey(config, manifest);
  print(
    holdsMail
      ? 'Next: start the nodes. Messages are held: look through the mail log, then let them go.'
      : 'Next: start the nodes. Messages that were queued when the backup was taken will leave.',
  );
}

await rolledBackOnSignal(async (config, signal) => {
  const options = optionsOf(process.argv.slice(2));
  const url = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL;
  if (!options.isRehearsal) return restore(config, url, options, signal);
  tellCounts(await rehearse({ url, from: options.from, now: (await measuredClock(url)).now, signal }));
  print('The backup can be restored: every row is there as it was. The scratch database is gone again.');
});
