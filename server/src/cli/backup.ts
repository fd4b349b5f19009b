import { parseArgs } from 'node:util';
import { filesOf, Method, type Manifest } from '../backup/manifest.ts';
import { takeBackup } from '../backup/take.ts';
import { CommandProblem, print, rolledBackOnSignal } from './command.ts';
import { measuredClock } from '../platform/db/connection/measure-clock.ts';

const USAGE = `Usage: node server/dist/backup.js --to <new folder> [--method ${Method.options.join('|')}]`;

function optionsOf(args: string[]) {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { to: { type: 'string' }, method: { type: 'string' } },
  });
  const method = Method.safeParse(values.method);
  if (typeof values.to !== 'string' || (values.method !== undefined && !method.success))
    throw new CommandProblem(USAGE);
  return { to: values.to, method: method.data };
}

function report(to: string, manifest: Manifest): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
  print(`${to}: ${manifest.tables.length} tables, ${rows} rows, ${Math.ceil(bytes / 1024)} kB by ${manifest.method}.`);
  print(
    `The key is not in it: keep SECRET_KEY elsewhere (its fingerprint: ${manifest.secret_fingerprint ?? 'none yet'}).`,
  );
}

await rolledBackOnSignal(async (config, signal) => {
  const { to, method } = optionsOf(process.argv.slice(2));
  const url = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL;
  const { now } = await measuredClock(url);
  report(to, await takeBackup({ url, to, method, now, signal }));
});
