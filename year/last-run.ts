import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launcher/root.mjs';
import type { Run } from './oracle/seen.ts';

const FOLDER = '.data/year';
const RUN = 'last-run.json';

/** @returns where the page and its table lie, from the project's folder. */
export function keepRun(run: Run, { page, table }: { page: string; table: string }): { page: string; table: string } {
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeFileSync(join(root, FOLDER, RUN), JSON.stringify(run));
  const name = `${FOLDER}/year-${run.seed}`;
  const files = { page: `${name}.html`, table: `${name}.md` };
  writeFileSync(join(root, files.page), page);
  writeFileSync(join(root, files.table), table);
  return files;
}

/** @throws an Error with a sentence where there was none. */
export function lastRun(): Run {
  try {
    return JSON.parse(readFileSync(join(root, FOLDER, RUN), 'utf8')) as Run;
  } catch {
    throw new Error('There is no last run whose terms could be told of. Run npm run year first.');
  }
}
