import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BackupProblem } from './problem.ts';

export const MANIFEST = 'manifest.json';

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Whole = z.int().check(z.gte(0));
/** A name beside the manifest, never a path. */
const Name = z.string().check(z.regex(/^[a-z][a-z0-9_]*(\.[a-z]+)*$/));
const File = z.object({ name: Name, bytes: Whole, sha256: Sha256 });
export type BackupFile = z.output<typeof File>;

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: Whole,
  /** Of its rows as COPY writes them, in the order of its key: the same wherever the same rows are. */
  content_sha256: Sha256,
  /** Only where the method is copy. */
  file: z.optional(File),
});

export const Method = z.enum(['copy', 'pg_dump']);
export type Method = z.output<typeof Method>;

/** Description of a backup. It is written last: a folder without it is none. */
const Manifest = z.object({
  format: z.literal(1),
  taken_at: z.string(),
  /** The last migration of the database. */
  migration: z.object({ tag: z.string(), level: Whole }),
  postgresql: z.object({ version: z.string(), major: Whole }),
  method: Method,
  /** Tells the installation's key from others, and nothing else of it. */
  secret_fingerprint: z.nullable(z.string()),
  tables: z.array(Table),
  /** Tables that come back empty. */
  left_out: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), last: z.string().check(z.regex(/^\d+$/)) })),
  /** Only where the method is pg_dump. */
  dump: z.optional(File),
});
export type Manifest = z.output<typeof Manifest>;

/** The files that a backup has beside its manifest. */
export const filesOf = ({ tables, dump }: Manifest): BackupFile[] => [
  ...tables.flatMap(({ file }) => file ?? []),
  ...(dump ? [dump] : []),
];

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupProblem(`There is no backup in ${folder}: it has no ${MANIFEST}.`);
  });
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    written = undefined;
  }
  const read = Manifest.safeParse(written);
  if (!read.success) throw new BackupProblem(`The ${MANIFEST} in ${folder} cannot be read by this version.`);
  return read.data;
}
