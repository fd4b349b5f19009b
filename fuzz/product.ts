import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Call } from '@desk/contract/call';
import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { buildApp, pathOf } from '../server/src/app/app.ts';
import { readConfig } from '../server/src/config.ts';
import type { Services } from '../server/src/platform/context.ts';
import { connect } from '../server/src/platform/db/connection/connect.ts';
import { createClients } from '../server/src/app/clients.ts';
import { makeTemplate } from '../server/src/testing/database.ts';
import { recordedLog } from '../server/src/testing/recorded-log.ts';
import { startSimulators } from '../simulators/main.ts';
import type { FuzzActor } from './actors.ts';
import type { Request } from './requests.ts';
import { jobWorker } from './jobs.ts';
import { fillDatabase, tokenOf } from './filled-database.ts';

const CUSTOMERS = 30;

export interface Answer {
  status: number;
  type: string;
  text: string;
  /** Internal errors, from the server's log. */
  logged: string[];
}

export type Product = Awaited<ReturnType<typeof openProduct>>;

/** The server, with a role that owns nothing, over a database of its own and the demo's external services. */
export async function openProduct() {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: STANDARD_BUSINESS.timeZone }).format(new Date());
  const database = await makeTemplate();
  const simulators = await startSimulators({ today, customers: CUSTOMERS });
  const secret = randomBytes(32);
  const filled = await fillDatabase(database.owner, { world: simulators.world, today, secret });
  const config = readConfig({
    ...simulators.env,
    NODE_ENV: 'production',
    DATABASE_URL: database.server,
    PUBLIC_URL: 'http://fuzz.example',
  });
  let logged: string[] = [];
  const log = recordedLog((line) => logged.push(line));
  const now = (): Date => new Date();
  const { pool, db } = connect(database.server, log, { now });
  const { pool: sessionPool } = connect(database.server, log, { now, max: 2 });
  const clients = createClients(config, { db, secret, now });
  const services: Services = { db, pool, sessionPool, config, secret, now, announce: () => undefined, log, clients };
  const { app } = await buildApp(services, { checkReplies: false });

  return {
    ...filled,
    work: jobWorker(services, filled.client),
    send: async (call: Call, actor: FuzzActor, { payload, headers }: Request): Promise<Answer> => {
      logged = [];
      const response = await app.inject({
        method: 'POST',
        url: pathOf(call, config),
        payload,
        headers: { ...headers, ...(actor.email !== undefined && { authorization: tokenOf(actor) }) },
      });
      const isZipped = response.headers['content-encoding'] === 'gzip';
      return {
        status: response.statusCode,
        type: String(response.headers['content-type']),
        text: isZipped ? gunzipSync(response.rawPayload).toString() : response.body,
        logged,
      };
    },
    stop: async (): Promise<void> => {
      await app.close();
      clients.mailer?.close();
      await Promise.all([pool.end(), sessionPool.end(), filled.client.end()]);
      await simulators.stop();
      await database.stop();
    },
  };
}
