import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { escapeFormula } from '../../files/csv/formula.ts';
import { databaseUrl, pool } from '../../../testing/clone.ts';
import { DatabaseBusy } from '../connection/connect.ts';
import { csvCopy, guardedSql, crlfTransform } from './csv-copy.ts';

const hostile = fc
  .tuple(
    fc.constantFrom('', "'", '"', ' ', '\uFEFF', "''", '\n', '\u00a0', '\u3000', 'a', '7', '\\'),
    fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', 'Z', 'ह'),
    fc.string({ unit: 'grapheme' }),
  )
  .map((parts) => parts.join(''));
const storable = fc
  .oneof(fc.string({ unit: 'binary' }), hostile)
  .map((value) => Buffer.from(value).toString().replaceAll('\0', ''));

test('the database guards a text exactly as the writer of files does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(storable, { minLength: 200, maxLength: 400 }), async (texts) => {
      const { rows } = await pool.query<{ guarded: string }>(
        `select ${guardedSql('t')} as guarded from unnest($1::text[]) with ordinality x(t, n) order by n`,
        [texts],
      );
      expect(rows.map((row) => row.guarded)).toEqual(texts.map(escapeFormula));
    }),
    { numRuns: 25 },
  );
});

test('lines end with CR LF wherever the chunks are cut, and a line end within quotes stays', () => {
  const field = fc.constantFrom('a', '"b\nc"', '"d""\n""e"', '"\n"', '');
  fc.assert(
    fc.property(fc.array(fc.tuple(field, field)), fc.array(fc.nat(60)), (rows, cuts) => {
      const whole = Buffer.from(rows.map((row) => `${row.join(',')}\n`).join(''));
      const lines = crlfTransform();
      const edges = [0, ...cuts.filter((cut) => cut < whole.length).sort((one, other) => one - other), whole.length];
      const parts = edges.slice(1).map((edge, i) => lines(whole.subarray(edges[i], edge)));
      expect(Buffer.concat(parts).toString()).toBe(rows.map((row) => `${row.join(',')}\r\n`).join(''));
    }),
  );
});

const counted: (number | null)[] = [];
const copyOf = (select: string): Readable =>
  csvCopy({
    database: { DATABASE_URL: databaseUrl, STANDBY_DATABASE_URL: undefined },
    header: ['A', 'B'],
    select,
    finished: (rows) => {
      counted.push(rows);
      return Promise.resolve();
    },
  });
const connections = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where application_name = 'reseller-desk export' and datname = current_database()`,
  );
  return rows[0]?.n ?? -1;
};
const untilNoneIsLeft = async () => {
  for (let tries = 0; tries < 200 && (await connections()) > 0; tries += 1) await pause(25);
  return connections();
};

test('a copy starts with a byte order mark and its header, and its dates read as they are spoken', async () => {
  const file = await buffer(copyOf(`select date '2026-03-14', 'he said "no",' || chr(10) || 'twice'`));
  expect(file.toString()).toBe('\uFEFFA,B\r\n14-03-2026,"he said ""no"",\ntwice"\r\n');
  expect(counted.pop()).toBe(1);
});

test('a long copy arrives whole and is counted', async () => {
  const file = await text(copyOf('select n, md5(n::text) from generate_series(1, 50000) n'));
  const rows: string[][] = parse(file, { bom: true });
  expect(rows).toHaveLength(50_001);
  expect(rows[50_000]?.[0]).toBe('50000');
  expect(counted.pop()).toBe(50_000);
});

test('a reader who goes away leaves no connection behind, and the copy counts as unfinished', async () => {
  const copy = copyOf(`select n, repeat('x', 1000) from generate_series(1, 1000000) n`);
  for await (const chunk of copy) if (String(chunk).length > 1000) break;
  expect(await untilNoneIsLeft()).toBe(0);
  expect(counted.pop()).toBeNull();
});

test('a query that fails breaks the file off and leaves no connection behind', async () => {
  await expect(text(copyOf('select 1, 1 / (n - 5000) from generate_series(1, 9000) n'))).rejects.toThrow('division');
  expect(await untilNoneIsLeft()).toBe(0);
  expect(counted.pop()).toBeNull();
});

test('of many copies at once all arrive, in turns', async () => {
  const files = await Promise.all(Array.from({ length: 7 }, (_, i) => text(copyOf(`select ${i}, 'x'`))));
  expect(files.map((file) => file.split('\r\n')[1])).toEqual(Array.from({ length: 7 }, (_, i) => `${i},x`));
  expect(counted).toHaveLength(7);
});

/** A copy counts until all of it is cleared away, a moment after its reader has it. */
const nothingUnderWay = () => pause(50);

test('when six wait already, the next is told to come again', async () => {
  await nothingUnderWay();
  const copies = Array.from({ length: 9 }, () => copyOf(`select n, 'x' from generate_series(1, 5) n`));
  expect(() => copyOf('select 1, 2')).toThrow(DatabaseBusy);
  await Promise.all(copies.map(text));
  await nothingUnderWay();
  expect(await text(copyOf('select 1, 2'))).toContain('1,2');
});

/** A database that takes the connection and never says a word. */
async function silentDatabase() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, sockets, url: `postgres://desk:x@127.0.0.1:${(server.address() as AddressInfo).port}/desk` };
}

test('a reader who goes away while it still connects, or waits, keeps no place', async () => {
  await nothingUnderWay();
  const { server, sockets, url } = await silentDatabase();
  const copies = Array.from({ length: 5 }, () =>
    csvCopy({
      database: { DATABASE_URL: url, STANDBY_DATABASE_URL: undefined },
      header: ['A'],
      select: 'select 1',
      finished: () => Promise.resolve(),
    }),
  );
  while (sockets.size < 3) await once(server, 'connection');
  const ends = [...sockets].map((socket) => once(socket.resume(), 'close'));

  for (const copy of copies) copy.destroy();

  await Promise.all(ends);
  expect(await text(copyOf('select 1, 2'))).toContain('1,2');
  expect(sockets.size).toBe(3);
});
