import { pino } from 'pino';
import { readConfig } from '../../../config.ts';
import { connect } from '../../../platform/db/connection/connect.ts';
import { makeMessenger } from '../../../integrations/messaging/messenger.ts';
import { googleProvider, type GoogleEnv } from '../../../testing/google.ts';
import { seatOrder } from '../jobs.ts';

/** A node that works on one order, in a process of its own that can be killed. */
const config = readConfig(process.env);
const log = pino({ level: 'silent' });
const now = () => new Date(process.env['NOW'] ?? 0);
const { db, pool } = connect(config.DATABASE_URL, log, { now });
const providers = { google: googleProvider(process.env as unknown as GoogleEnv) };
const services = {
  ...{ db, pool, sessionPool: pool, config, log },
  secret: Buffer.alloc(32),
  now,
  announce: () => undefined,
  clients: {
    mailer: undefined,
    mailbox: undefined,
    messenger: makeMessenger({}),
    providers,
    zoho: undefined,
    jumpcloud: undefined,
  },
};
await seatOrder({ id: Number(process.argv[2]) }, services, new AbortController().signal);
