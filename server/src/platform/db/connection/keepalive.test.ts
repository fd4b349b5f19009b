import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultyConnection } from '../../../../../fault-tests/faulty-connection.ts';
import { serverUrl } from '../../../testing/clone.ts';
import { ask, scratchDatabase } from '../../../testing/scratch.ts';
import { connect } from './connect.ts';
import { csvCopy } from '../export/csv-copy.ts';
import { listen } from '../../events/events.ts';
import { migrate } from '../schema/migrate.ts';
import { withClient } from './one-client.ts';
import { connectQueue } from './queue-pool.ts';
import { startHeartbeat } from './heartbeat.ts';

const log = pino({ level: 'silent' });
const NAMES = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout'] as const;
const COLUMNS = NAMES.map((name) => `current_setting('${name}') as ${name}`).join(', ');
const SETTINGS = `select ${COLUMNS}`;
const LOOKING = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };

/** The server's own role, which may nothing special, over a line of TCP. */
async function overALine(options?: string): Promise<string> {
  const line = await startFaultyConnection(() => Number(new URL(serverUrl).port));
  onTestFinished(() => line.stop());
  const over = Object.assign(new URL(serverUrl), { port: String(line.port) });
  if (options !== undefined) over.searchParams.set('options', options);
  return over.href;
}

test.each([
  ['requests', connect],
  ['jobs', connectQueue],
])('PostgreSQL looks whether who works on %s is still there, and takes back what nobody reads', async (_who, open) => {
  const { pool } = open(await overALine(), log, { now: () => new Date() });
  onTestFinished(() => pool.end());

  expect((await pool.query(SETTINGS)).rows).toEqual([{ ...LOOKING, tcp_user_timeout: '60000' }]);
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '10s' }]);
});

test('it looks as well for who works on the whole database, who may read as slowly as backups are written', async () => {
  const { rows } = await withClient(await overALine(), 'test', (client) => client.query(SETTINGS));

  expect(rows).toEqual([{ ...LOOKING, tcp_user_timeout: '0' }]);
});

test('it looks as well for an export, which a browser may read slowly', async () => {
  const url = await overALine();
  const copy = csvCopy({
    database: { DATABASE_URL: url, STANDBY_DATABASE_URL: undefined },
    header: NAMES,
    select: SETTINGS,
    finished: () => Promise.resolve(),
  });

  expect(await text(copy)).toBe(`${NAMES.join(',')}\r\n30,10,3,0\r\n`);
});

test('it looks as well for who migrates, and takes the tables back from who is idle for long between two statements', async () => {
  const { url } = await scratchDatabase();
  const line = await startFaultyConnection(() => Number(new URL(url).port));
  onTestFinished(() => line.stop());
  const seen = `select distinct current_setting('idle_in_transaction_session_timeout') as idle, ${COLUMNS}`;
  await ask(
    url,
    `create schema watch;
     create table watch.sessions as ${seen};
     truncate watch.sessions;
     create function watch.look() returns event_trigger language plpgsql as $$ begin insert into watch.sessions ${seen}; end $$;
     create event trigger look on ddl_command_end execute function watch.look()`,
  );

  await migrate(Object.assign(new URL(url), { port: String(line.port) }).href);

  const sessions = await ask(url, 'select distinct * from watch.sessions');
  expect(sessions).toEqual([{ idle: '1min', ...LOOKING, tcp_user_timeout: '60000' }]);
});

test('options that stand in the address stay, and win', async () => {
  const url = await overALine('-c tcp_keepalives_idle=90 -c geqo=off');

  const { rows } = await withClient(url, 'test', (client) =>
    client.query(`${SETTINGS}, current_setting('geqo') as geqo`),
  );

  expect(rows).toMatchObject([{ ...LOOKING, tcp_keepalives_idle: '90', geqo: 'off' }]);
});

/** The first bytes of a session, sent before any query. */
async function firstWords() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = Object.assign(new URL(serverUrl), { port: String((server.address() as AddressInfo).port) }).href;
  const received = async () => {
    const [socket] = (await once(server, 'connection')) as [Socket];
    const [words] = (await once(socket, 'data')) as [Buffer];
    return words.toString();
  };
  return { url, heard: received };
}

test.each([
  ['listens for events', (url: string) => listen(url, log, () => undefined)],
  ['watches the line', (url: string) => startHeartbeat(url, log)],
])('who %s says it when the session begins', async (_what, begin) => {
  const { url, heard } = await firstWords();
  const words = heard();
  const { stop } = begin(url);
  onTestFinished(stop);

  expect(await words).toContain('-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3');
});
