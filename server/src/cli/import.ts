import { writeTo } from '../platform/db/connection/write-to.ts';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { ImportKind, type ImportedRow } from '@desk/contract/imports';
import type { Services } from '../platform/context.ts';
import { type ImportFile, validateFile, storeChecked, writeImport } from '../features/imports/commands.ts';
import { FileProblem } from '../platform/files/file-problem.ts';
import { limitsOf } from '../platform/files/limits.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { CommandProblem, print } from './command.ts';
import { withDesk } from './desk.ts';

const USAGE = `Usage: node server/dist/import.js --kind ${ImportKind.options.join('|')} --file x.csv [--confirm]`;

interface Options {
  file: ImportFile;
  confirm: boolean;
}

function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    strict: false,
    options: { kind: { type: 'string' }, file: { type: 'string' }, confirm: { type: 'boolean' } },
  });
  const kind = ImportKind.safeParse(values.kind);
  if (!kind.success || typeof values.file !== 'string') throw new CommandProblem(USAGE);
  return { file: fileAt(values.file, kind.data), confirm: values.confirm === true };
}

function fileAt(path: string, kind: ImportKind): ImportFile {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new CommandProblem(`There is no file ${path}.`);
  if (stats.size > limitsOf.csv.bytes) throw new CommandProblem('The file is too large.');
  return { kind, name: basename(path), bytes: readFileSync(path) };
}

const place = ({ line, column }: ImportedRow) => (column === null ? `Line ${line}` : `Line ${line}, ${column}`);

async function run({ file, confirm }: Options, services: Services): Promise<number> {
  const checked = await validateFile(file, services);
  const { tally } = checked;
  checked.notes.forEach(print);
  print(`${tally.new} new, ${tally.changed} changed, ${tally.unchanged} unchanged, ${tally.wrong} wrong`);
  for (const row of checked.results) if (row.verdict === 'wrong') print(`${place(row)}: ${row.reason ?? ''}`);
  if (tally.wrong > 0) return 1;
  if (!confirm) {
    print('Nothing was written. Repeat the command with --confirm to write it.');
    return 0;
  }
  const write = writeTo(services.pool);
  const importId = await storeChecked(write, file, checked, {});
  const operator = { field: 'operator', old: null, new: userInfo().username };
  const { renewals_opened } = await writeImport(importId, { ...services, write }, {}, [operator]);
  print(`The file was written. Renewals opened: ${renewals_opened}`);
  return 0;
}

await withDesk(async (services) => {
  try {
    return await run(optionsOf(process.argv.slice(2)), services);
  } catch (error) {
    if (error instanceof FileProblem) throw new CommandProblem(error.reason);
    if (error instanceof Refusal) throw new CommandProblem(error.message);
    throw error;
  }
});
