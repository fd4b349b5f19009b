import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { escapeIdentifier, type ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import { drained, measured } from './measured.ts';
import type { Table } from './tables.ts';

/** COPY's text is the same only where these are; and a long read is no mistake. */
export const SAME_TEXT = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set timezone = 'UTC';
  set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'`;

const named = (names: readonly string[]): string => names.map((name) => escapeIdentifier(name)).join(', ');

export const target = ({ name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `public.${escapeIdentifier(name)} (${named(columns)})`;

function copyOf({ name, columns, key }: Table) {
  const order = key.length === 0 ? '' : ` order by ${key.join(', ')}`;
  return to(`copy (select ${named(columns)} from public.${escapeIdentifier(name)}${order}) to stdout`);
}

/** How many rows a table has, and the sha256 of their text. */
export async function readTable(client: ClientBase, table: Table, signal: AbortSignal) {
  const content = measured();
  const copy = client.query(copyOf(table));
  await pipeline(copy, content.pass, drained, { signal });
  return { rows: copy.rowCount, content_sha256: content.result().sha256 };
}

/** The same, and the text is kept in a file. */
export async function writeTable(client: ClientBase, table: Table, path: string, signal: AbortSignal) {
  const [content, file] = [measured(), measured()];
  const copy = client.query(copyOf(table));
  const kept = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(copy, content.pass, createGzip(), file.pass, kept, { signal });
  return { rows: copy.rowCount, content_sha256: content.result().sha256, file: file.result() };
}
