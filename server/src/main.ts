import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { BadSetting, readConfig } from './config.ts';
import type { Wiring } from './context.ts';
import { prepareDatabase } from './db/app-role.ts';
import { connect } from './db/connect.ts';
import { listen, makeAnnouncer } from './db/events.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { reachOutside } from './outside.ts';
import { loadSecret } from './security/secret.ts';
import { timetable } from './tasks.ts';
import { startWorker } from './worker.ts';

const REDACTED = [
  'req.headers.authorization',
  'password',
  'otp',
  'login_token',
  '*.password',
  '*.otp',
  '*.login_token',
];

async function start() {
  const config = readConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL, redact: REDACTED, base: undefined });
  await prepareDatabase(config, log);
  const { pool, db } = connect(config.DATABASE_URL, log);
  const { pool: sessionPool } = connect(config.DATABASE_URL, log, 2);
  const secret = await loadSecret(db, config);
  const announcer = makeAnnouncer(pool, log);
  // eslint-disable-next-line no-restricted-syntax -- the one clock of the server; everything else asks `now`
  const now = () => new Date();
  const wiring: Wiring = {
    db,
    pool,
    sessionPool,
    config,
    secret,
    now,
    announce: announcer.announce,
    log,
    outside: reachOutside(config, { db, secret }),
  };
  await ensureFirstAdmin(wiring);
  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const { app, events } = await buildApp(wiring, { checkReplies: false, ...(existsSync(webFolder) && { webFolder }) });
  const ears = listen(config.DATABASE_URL, log, events.tell);
  const worker = config.JOBS ? await startWorker(wiring, timetable) : undefined;
  await app.listen({ port: config.PORT, host: config.HOST });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await app.close();
    await worker?.stop();
    await ears.stop();
    await announcer.stop();
    wiring.outside.mailer?.close();
    await Promise.all([pool.end(), sessionPool.end()]);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  // Started by a launcher: end with it, also when it went away meanwhile.
  if (process.send) process.on('disconnect', () => void stop());
  if (process.send && !process.connected) await stop();
}

/** Innermost cause: what the database or the network said. */
const rootOf = (error: unknown): unknown => (error instanceof Error && error.cause ? rootOf(error.cause) : error);

start().catch((error: unknown) => {
  const sentence = error instanceof BadSetting ? error.message : `The server could not start: ${String(rootOf(error))}`;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
