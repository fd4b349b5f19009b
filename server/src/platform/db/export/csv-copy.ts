import { Socket } from 'node:net';
import { addAbortSignal, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to } from 'pg-copy-streams';
import type { Config } from '../../../config.ts';
import { createSemaphore } from '../../concurrency/limit.ts';
import { csvLine } from '../../files/csv/write.ts';
import { DatabaseBusy } from '../connection/connect.ts';
import { Client, clientConfig } from '../connection/client.ts';
import { connectForReading } from '../connection/standby.ts';

// The rule of platform/files/csv/formula.ts in SQL; a property test compares the two. A first letter or digit, as nearly every
// text has it, is told without a regular expression.
const DROPPED = String.raw`\t\n\v\f\r "''\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`;
const SIGN = String.raw`+@=\uFF1D\uFF0B\uFF0D\uFF20-`;
const RISKY = `'^(?:[${DROPPED}]*[${SIGN}]|''*[\\t\\r])'`;

/** An SQL text expression with a leading `'` where a spreadsheet might run it. */
export const guardedSql = (text: string): string =>
  `case when ascii(${text}) between 48 and 57 or ascii(${text}) between 65 and 90 or ascii(${text}) between 97 and 122
    then ${text} when ${text} ~ ${RISKY} then '''' || ${text} else ${text} end`;

const LINE_END = 0x0a;
const QUOTE = 0x22;
const CARRIAGE_RETURN = Buffer.from('\r');

/** PostgreSQL ends lines with LF alone, RFC 4180 and older spreadsheets with CR LF; a line end within quotes stays. */
export function crlfTransform() {
  let isQuoted = false;
  const quotesIn = (chunk: Buffer, from: number, to: number) => {
    for (let at = chunk.indexOf(QUOTE, from); at !== -1 && at < to; at = chunk.indexOf(QUOTE, at + 1))
      isQuoted = !isQuoted;
  };
  return (chunk: Buffer): Buffer => {
    const parts: Buffer[] = [];
    let [done, seen] = [0, 0];
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) {
      quotesIn(chunk, seen, at);
      seen = at;
      if (isQuoted) continue;
      parts.push(chunk.subarray(done, at), CARRIAGE_RETURN);
      done = at;
    }
    quotesIn(chunk, seen, chunk.length);
    parts.push(chunk.subarray(done));
    return Buffer.concat(parts);
  };
}

const AT_ONCE = 3;
const MOST_WAITING = 6;
const LONGEST_MS = 5 * 60_000;
const CONNECT_MS = 5_000;
const takePlace = createSemaphore(AT_ONCE);
let underWay = 0;

/** A client whose line is cut when the signal comes, even while it connects; not connected yet. */
function clientUntil(signal: AbortSignal, url: string): Client {
  const socket = new Socket();
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  const client = new Client({
    // A browser may take its time.
    ...clientConfig(url),
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'reseller-desk export',
  });
  return client;
}

export interface CsvCopy {
  /** A copy has a connection of its own, so that a slow reader keeps none from the others; to the standby, where one is set. */
  database: Pick<Config, 'DATABASE_URL' | 'STANDBY_DATABASE_URL'>;
  header: readonly string[];
  /** A query without parameters; its text columns are guarded, its dates come out as DD-MM-YYYY. */
  select: string;
  /** How lines end, for who takes both: as PostgreSQL ends them. Left out: CR LF. */
  lineEnd?: 'LF';
  /** Told before the file ends; `rows` is null when it was not sent to its end. */
  finished: (rows: number | null) => Promise<void>;
}

async function* chunksOf({ database, header, select, lineEnd, finished }: CsvCopy, signal: AbortSignal) {
  const leave = await takePlace(signal);
  const { DATABASE_URL: primary, STANDBY_DATABASE_URL: standby } = database;
  let client: Client | undefined;
  let rows: number | null = null;
  let begun = false;
  try {
    client = await connectForReading({ primary, standby }, (url) => clientUntil(signal, url));
    await client.query("set datestyle = 'Postgres, DMY'; set standard_conforming_strings = on");
    const copy = client.query(to(`copy (${select}) to stdout with (format csv, encoding 'UTF8')`));
    copy.on('error', () => undefined);
    const lines = lineEnd === 'LF' ? undefined : crlfTransform();
    begun = true;
    yield Buffer.from(`\uFEFF${csvLine(header)}`);
    for await (const chunk of copy) yield lines ? lines(chunk as Buffer) : chunk;
    // The count comes after the data; the next answer on the same connection comes after the count.
    await client.query('select 1');
    rows = copy.rowCount;
  } finally {
    leave();
    await client?.end().catch(() => undefined);
    if (begun) await finished(rows);
  }
}

/**
 * A CSV file with byte order mark straight from COPY: never more than a few chunks are held. A reader who goes away, or
 * takes more than five minutes, ends it and its connection.
 * @throws Busy when too many wait already.
 */
export function csvCopy(copy: CsvCopy): Readable {
  if (underWay >= AT_ONCE + MOST_WAITING) throw new DatabaseBusy('Too many exports wait.');
  underWay += 1;
  const file = addAbortSignal(AbortSignal.timeout(LONGEST_MS), new PassThrough());
  const gone = new AbortController();
  file.once('close', () => gone.abort());
  const sent = () => (underWay -= 1);
  // A failure truncates the file, so that its reader notices.
  pipeline(() => chunksOf(copy, gone.signal), file).then(sent, sent);
  return file;
}
