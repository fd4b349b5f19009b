import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase, Pool } from 'pg';

/** One step of the schema. */
export interface Migration {
  /** Its file's name without its end. */
  tag: string;
  /** The level that it brings: the milliseconds at which it was made. The database keeps this number of each. */
  level: number;
  hash: string;
  /** Come before the others, and where the database has what they name outside of a transaction (`migrateOnline`). */
  online: string[];
  /** The level from which on it has; 0: from the first. */
  onlineFrom: number;
  statements: string[];
}

/** Beside the sources, or beside the bundle. */
function folder(): string {
  const beside = ['../../../../migrations', '../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = beside.find((path) => existsSync(`${path}/meta/_journal.json`));
  if (found === undefined) throw new Error('The migrations folder is missing.');
  return found;
}

/** As drizzle parts statements from each other. */
const BREAKPOINT = '--> statement-breakpoint';

/** `-- From 0016_how_customers_are_asked on …`: the migration that made what the file names. */
const FROM = /^-- From (\w+) on /;

function onlineOf(path: string): { online: string[]; from: string | undefined } {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  return { online: text?.split(BREAKPOINT) ?? [], from: FROM.exec(text ?? '')?.[1] };
}

function levelOf(tag: string, migrations: readonly { tag: string; level: number }[]): number {
  const found = migrations.find((one) => one.tag === tag);
  if (!found) throw new Error(`There is no migration ${tag}.`);
  return found.level;
}

/** The migrations of this version, oldest first. */
export function knownMigrations(): Migration[] {
  const migrationsFolder = folder();
  const { entries } = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[];
  };
  const migrations = readMigrationFiles({ migrationsFolder }).map(({ folderMillis, hash, sql }, n) => ({
    tag: entries[n]?.tag ?? '',
    level: folderMillis,
    hash,
    statements: sql,
  }));
  return migrations.map((migration) => {
    const { online, from } = onlineOf(`${migrationsFolder}/online/${migration.tag}.sql`);
    return { ...migration, online, onlineFrom: from === undefined ? 0 : levelOf(from, migrations) };
  });
}

/** The level of the schema that this version needs; a database that is at least there will do. */
export const neededLevel = (): number => Math.max(...knownMigrations().map(({ level }) => level));

/** The level that the database has reached; 0 before its first migration. */
export async function reachedLevel(database: ClientBase | Pool): Promise<number> {
  const { rows: found } = await database.query<{ there: boolean }>(
    `select exists (select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations') as there`,
  );
  if (!found[0]?.there) return 0;
  const { rows } = await database.query<{ level: string | null }>(
    'select max(created_at) as level from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.level ?? 0);
}

/** Why a database of a level is no beginning for this version, in a sentence; undefined where it is one. */
export function refusalOf(level: number, database: string): string | undefined {
  const [first] = knownMigrations();
  if (level === 0 || first === undefined || level >= first.level) return undefined;
  return `The database ${database} was made by a version before the first release, which this one cannot bring up to date. Create an empty database and name it in DATABASE_URL.`;
}
