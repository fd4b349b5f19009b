import type { Services } from '../platform/context.ts';
import { prepareDatabase } from '../platform/db/schema/app-role.ts';
import { connect } from '../platform/db/connection/connect.ts';
import { measuredClock } from '../platform/db/connection/measure-clock.ts';
import { createAnnouncer } from '../platform/events/events.ts';
import { createClients } from '../app/clients.ts';
import { loadSecret } from '../platform/crypto/secret.ts';
import { command } from './command.ts';

/** Runs a command with what the server has. */
export const withDesk = (work: (services: Services) => Promise<number>): Promise<void> =>
  command(async (config, log) => {
    await prepareDatabase(config);
    const { now } = await measuredClock(config.DATABASE_URL);
    const { pool, db } = connect(config.DATABASE_URL, log, { now, max: 4 });
    const announcer = createAnnouncer(pool, log);
    const secret = await loadSecret(db, config);
    const clients = createClients(config, { db, secret, now });
    const { announce } = announcer;
    const code = await work({ db, pool, sessionPool: pool, config, secret, now, announce, log, clients });
    await announcer.stop();
    clients.mailer?.close();
    await pool.end();
    return code;
  });
