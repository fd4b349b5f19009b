import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { pino } from 'pino';
import { readConfig } from '../../../config.ts';
import { connect } from '../../../platform/db/connection/connect.ts';
import { makeGoogleReseller } from '../../../integrations/google-reseller/client.ts';
import { makeMessenger } from '../../../integrations/messaging/messenger.ts';
import { seatOrder } from '../jobs.ts';

/** A node that works on one order, in a process of its own that can be killed. */
const config = readConfig(process.env);
const log = pino({ level: 'silent' });
const now = () => new Date(process.env['NOW'] ?? 0);
const { db, pool } = connect(config.DATABASE_URL, log, { now });
const google = makeGoogleReseller({
  timeZone: STANDARD_BUSINESS.timeZone,
  baseUrl: process.env['GOOGLE_RESELLER_URL'] ?? '',
  tokenUrl: process.env['GOOGLE_TOKEN_URL'],
  serviceAccountJson: process.env['GOOGLE_SERVICE_ACCOUNT_JSON'] ?? '',
  subject: process.env['GOOGLE_ADMIN_SUBJECT'] ?? '',
  sleep: () => Promise.resolve(),
});
const services = {
  ...{ db, pool, sessionPool: pool, config, log },
  secret: Buffer.alloc(32),
  now,
  announce: () => undefined,
  clients: { mailer: undefined, messenger: makeMessenger({}), google, zoho: undefined, jumpcloud: undefined },
};
await seatOrder({ id: Number(process.argv[2]) }, services, new AbortController().signal);
