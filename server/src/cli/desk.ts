import type { Services } from '../platform/context.ts';
import { prepareDatabase } from '../platform/db/schema/app-role.ts';
import { connect } from '../platform/db/connection/connect.ts';
import { createAnnouncer } from '../platform/events/events.ts';
import { createClients } from '../integrations/clients.ts';
import { loadSecret } from '../platform/crypto/secret.ts';
import { command } from './command.ts';

/** Runs a command with what the server has. */
export const withDesk = (work: (services: Services) => Promise<number>): Promise<void> =>
  command(async (config, log) => {
    await prepareDatabase(config);
    const { pool, db } = connect(config.DATABASE_URL, log, 4);
    const announcer = createAnnouncer(pool, log);
    // eslint-disable-next-line no-restricted-syntax -- the one clock of the process
    const now = () => new Date();
    const secret = await loadSecret(db, config);
    const clients = createClients(config, { db, secret });
    const { announce } = announcer;
    const code = await work({ db, pool, sessionPool: pool, config, secret, now, announce, log, clients });
    await announcer.stop();
    clients.mailer?.close();
    await pool.end();
    return code;
  });
