import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { buildApp } from '../../server/src/app/app.ts';
import { createClients } from '../../server/src/app/clients.ts';
import { readServerConfig } from '../../server/src/config.ts';
import type { Services } from '../../server/src/platform/context.ts';
import { loadSecret } from '../../server/src/platform/crypto/secret.ts';
import { connect } from '../../server/src/platform/db/connection/connect.ts';
import { connectQueue } from '../../server/src/platform/db/connection/queue-pool.ts';
import { prepareDatabase } from '../../server/src/platform/db/schema/app-role.ts';
import { googleProvider, type GoogleEnv } from '../../server/src/testing/google.ts';
import { silentLog } from '../../server/src/testing/recorded-log.ts';
import type { Order, Reply } from './messages.ts';
import { turnedClock, type Turn } from './turned-clock.ts';
import { workerOf } from './work.ts';

/** A day takes a second here: a connection that rests is needed again. */
const IDLE_MS = 600_000;
/** Few connections: each has its own plans of the statements, and two cores are busy with as many. */
const CONNECTIONS = { requests: 5, jobs: 4 } as const;

/** The product's server as it is, but for its clock, which the run turns, and pauses between tries, which nobody waits for. */
async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readServerConfig(env);
  const log = silentLog();
  const clock = turnedClock(JSON.parse(env['YEAR_BEGINS'] ?? '{}') as Turn);
  const { now } = clock;
  await prepareDatabase(config, log);
  const { pool, db } = connect(config.DATABASE_URL, log, { now, idleMs: IDLE_MS, max: CONNECTIONS.requests });
  const { pool: sessionPool } = connect(config.DATABASE_URL, log, { now, max: 2, idleMs: IDLE_MS });
  const jobs = connectQueue(config.DATABASE_URL, log, { now, idleMs: IDLE_MS, max: CONNECTIONS.jobs });
  const secret = await loadSecret(db, config);
  const clients = createClients(config, { db, secret, now });
  clients.providers = { google: googleProvider(env as unknown as GoogleEnv) };
  const services: Services = {
    ...{ db, pool, sessionPool, config, secret, now, log, clients },
    announce: () => undefined,
  };
  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
  const { app } = await buildApp(services, { checkReplies: true, webFolder });
  await app.listen({ port: Number(env['YEAR_PORT'] ?? 0), host: '127.0.0.1' });
  const work = workerOf({ ...services, db: jobs.db, pool: jobs.pool }, Number(env['YEAR_WORKERS']));

  const send = (reply: Reply) => void process.send?.(reply);
  /** @returns how many jobs were done */
  const carryOut = async (order: Order): Promise<number> => {
    switch (order.do) {
      case 'turn':
        clock.turn(order.turn);
        return 0;
      case 'crontab':
        await work.crontab(order.isAll);
        return 0;
      case 'due':
        await work.due(order.isAll);
        return 0;
      case 'queue':
        return work.queue();
    }
  };
  process.on('message', (order: Order) => {
    carryOut(order).then(
      (count) => send({ id: order.id, error: null, count }),
      // With what caused it.
      (error: unknown) => send({ id: order.id, error: inspect(error), count: 0 }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  send({ listening: (app.server.address() as AddressInfo).port });
}

start(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
