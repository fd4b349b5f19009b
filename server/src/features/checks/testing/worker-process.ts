import { pino } from 'pino';
import { readConfig } from '../../../config.ts';
import { connect } from '../../../platform/db/connection/connect.ts';
import { makeMessenger } from '../../../integrations/messaging/messenger.ts';
import { checkFiles } from '../jobs.ts';

/** A node that checks the files that wait, in a process of its own that can be killed. */
const config = readConfig(process.env);
const log = pino({ level: 'silent' });
const now = () => new Date();
const { db, pool } = connect(config.DATABASE_URL, log, { now });
const services = {
  ...{ db, pool, sessionPool: pool, config, log },
  secret: Buffer.alloc(32),
  now,
  announce: () => undefined,
  clients: {
    mailer: undefined,
    mailbox: undefined,
    messenger: makeMessenger({}),
    providers: { google: undefined },
    zoho: undefined,
    jumpcloud: undefined,
  },
};
await checkFiles(services, new AbortController().signal);
