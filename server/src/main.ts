import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { buildApp } from './app/app.ts';
import { createClients } from './app/clients.ts';
import { BadSetting, readServerConfig } from './config.ts';
import type { Services } from './platform/context.ts';
import { prepareDatabase } from './platform/db/schema/app-role.ts';
import { connect } from './platform/db/connection/connect.ts';
import { listen, createAnnouncer } from './platform/events/events.ts';
import { connectQueue } from './platform/db/connection/queue-pool.ts';
import { startHeartbeat } from './platform/db/connection/heartbeat.ts';
import { measuredClock } from './platform/db/connection/measure-clock.ts';
import { ensureFirstAdmin } from './auth/first-admin.ts';
import { drain } from './platform/http/drain.ts';
import { handleSignals } from './platform/process/signals.ts';
import { errorForLog } from './platform/log/error-for-log.ts';
import { loadSecret } from './platform/crypto/secret.ts';
import { createShutdown } from './platform/process/shutdown.ts';
import { startLine } from './app/start-line.ts';
import { timetable } from './app/jobs.ts';
import { startWorker, type Worker } from './platform/queue/worker.ts';

const REDACTED = [
  'req.headers.authorization',
  'password',
  'otp',
  'login_token',
  '*.password',
  '*.otp',
  '*.login_token',
];

const LONGEST_STOP_MS = 25_000;

async function start() {
  const config = readServerConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL, redact: REDACTED, base: undefined });
  // A launcher has nobody to send elsewhere; a proxy must notice first.
  const seconds = config.STOP_DELAY ?? (process.send ? 0 : 5);
  const delay = () => pause(seconds * 1_000);
  const exit = (code: number) => process.exit(code);
  const shutdown = createShutdown({ log, delay, longestMs: LONGEST_STOP_MS, exit });
  handleSignals(process, log, shutdown);
  await prepareDatabase(config, log);
  const clock = await measuredClock(config.DATABASE_URL);
  const line = startHeartbeat(config.DATABASE_URL, log, { clock });
  shutdown.add('line', line.stop);
  const { now } = clock;
  const isPooled = config.POOLER_DATABASE_URL !== undefined;
  const forRequests = (max: number) =>
    connect(config.POOLER_DATABASE_URL ?? config.DATABASE_URL, log, { now, line, max, isPooled });
  const { pool, db } = forRequests(12);
  const { pool: sessionPool } = forRequests(2);
  const { pool: logins } = forRequests(3);
  const jobs = connectQueue(config.DATABASE_URL, log, { now, line });
  shutdown.add('database', () => Promise.all([pool, sessionPool, logins, jobs.pool].map((each) => each.end())));
  const secret = await loadSecret(db, config);
  const announcer = createAnnouncer(pool, log);
  const clients = createClients(config, { db, secret, now });
  const { announce } = announcer;
  const services: Services = { db, pool, sessionPool, config, secret, now, announce, log, clients };
  shutdown.add('mail', () => clients.mailer?.close());
  shutdown.add('announcements', announcer.stop);
  await ensureFirstAdmin(services);

  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  let worker: Worker | undefined;
  const { app, events } = await buildApp(services, {
    checkReplies: false,
    state: { isStopping: shutdown.isStopping, areJobsWorkedOn: () => worker?.isRunning() ?? !config.JOBS },
    pools: { logins, jobs: jobs.pool },
    ...(existsSync(webFolder) && { webFolder }),
  });
  const listener = listen(config.DATABASE_URL, log, events.tell);
  line.follow((isSilent) => isSilent && listener.reopen());
  shutdown.add('events', listener.stop);
  let starting: Promise<Worker> | undefined;
  shutdown.add('jobs', async () => (await starting)?.stop(), { atOnce: true });
  // A proxy that needs the delay to notice keeps idle connections no longer than that.
  shutdown.add('requests', () => drain(app, events.endAll, seconds * 1_000));
  await app.listen({ port: config.PORT, host: config.HOST });
  // Only now: a node that cannot listen must not die with jobs that it took.
  if (config.JOBS && !shutdown.isStopping()) {
    starting = startWorker({ ...services, db: jobs.db, pool: jobs.pool }, timetable);
    worker = await starting;
  }
  log.info(startLine(config, clients));

  // Started by a launcher: end with it, also when it went away meanwhile.
  const orphaned = () => void shutdown.begin('the launcher is gone', 0);
  if (process.send) process.on('disconnect', orphaned);
  if (process.send && !process.connected) orphaned();
}

start().catch((error: unknown) => {
  const sentence =
    error instanceof BadSetting ? error.message : `The server could not start: ${errorForLog(error).reason}`;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
