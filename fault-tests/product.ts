import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openSession } from '../launcher/session.ts';
import { startSimulators } from '../simulators/main.ts';
import { startBalancer } from './balancer.ts';
import { ask, CUSTOMERS, type Database, type DataSet, type Row } from './database.ts';
import { catchMails } from './mails-caught.ts';
import { startNginx } from './nginx.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { openReplicated } from './replicated.ts';
import { makeNode, type Node } from './node.ts';
import { watchSeats } from './seats-sold.ts';

/** Lets the metrics of the nodes be read. */
export const METRICS_TOKEN = randomBytes(16).toString('hex');

export type Product = Awaited<ReturnType<typeof openProduct>>;
export type ProductOptions = {
  database: Database;
  /** The server's bundle. */
  main: string;
  nodes: number;
  data: DataSet;
  /** The proxy in front of several nodes; left out: the balancer of these rounds. */
  proxy?: 'nginx';
  /** Requests go through a pooler, or there are a primary and a standby; left out: the PostgreSQL of the run. */
  topology?: 'pooled' | 'replicated';
};

const COLLEAGUES = 8;

async function sessions(url: string): Promise<string[]> {
  const people = await ask<{ email: string }>(
    url,
    `select email::text as email from accounts where kind = 'staff' and status = 'ACTIVE' order by id limit ${COLLEAGUES}`,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tokens: string[] = [];
    for (const { email } of people) tokens.push((await openSession(client, email)).token);
    return tokens;
  } finally {
    await client.end();
  }
}

const startProxy = async (nodes: readonly Node[], folder: string, proxy: ProductOptions['proxy']) => {
  if (proxy === 'nginx') return startNginx(nodes, folder);
  return nodes.length > 1 ? startBalancer(nodes) : undefined;
};

/** The database of a product as it lies behind it, and how its nodes reach it. */
async function openTopology({ database, data, topology }: ProductOptions, folder: string) {
  const replicated = topology === 'replicated' ? await openReplicated(database.today) : undefined;
  const name = await database.copy(data);
  const url = (): string => replicated?.url() ?? database.directUrl(name);
  const pooler = topology === 'pooled' ? await startPgbouncer(url(), folder) : undefined;
  return {
    replicated,
    url,
    addresses: {
      // The large data set is there to be measured: nothing stands between.
      DATABASE_URL: replicated?.hosts ?? (data === 'large' ? url() : database.faultyUrl(name)),
      ...(pooler && { POOLER_DATABASE_URL: pooler.pooledUrl(url()) }),
    },
    close: async (): Promise<void> => {
      await pooler?.stop();
      await replicated?.stop();
      await database.drop(name);
    },
  };
}

/** A product of its own: database, external services, and nodes with the settings of production that do not run yet. */
export async function openProduct(options: ProductOptions) {
  const { database, main, nodes: count, proxy } = options;
  const simulators = await startSimulators({ today: database.today, customers: CUSTOMERS });
  const folder = mkdtempSync(join(tmpdir(), 'desk-fault-tests-'));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const { replicated, url, addresses, close } = await openTopology(options, folder);
  const env = {
    TMPDIR: temporary,
    PATH: process.env['PATH'],
    TZ: 'Asia/Kathmandu',
    ...simulators.env,
    NODE_ENV: 'production',
    ...addresses,
    PUBLIC_URL: 'http://fault-tests.example',
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString('hex'),
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    // Ours looks twice a second; the documented ones are served by what a node does where nothing is set.
    STOP_DELAY: proxy === undefined ? '2' : '5',
    METRICS_TOKEN,
  };
  const nodes: Node[] = [];
  for (let n = 1; n <= count; n++) nodes.push(await makeNode(main, env, join(folder, `node-${n}.log`)));
  const balancer = await startProxy(nodes, folder, proxy);
  const tokens = await sessions(url());
  const mails = catchMails(simulators.mailbox);
  const seatsSold = watchSeats(simulators.google.state.store);
  let isClosed = false;

  return {
    database,
    /** A primary and a standby of this product's own. */
    replicated,
    simulators,
    nodes,
    balancer,
    /** Sessions of colleagues, who may use every screen. */
    tokens,
    mails,
    seatsSold,
    /** The server's bundle; the commands lie beside it. */
    main,
    /** With what its nodes run. */
    env,
    /** Files of this product, gone with it. */
    folder,
    /** The nodes' temporary folder. */
    temporary,
    /** Where clients reach it. */
    address: balancer?.address ?? nodes[0]?.address ?? '',
    ask: <R extends object = Row>(text: string, values: unknown[] = []) => ask<R>(url(), text, values),
    /** Writers that were not stopped, because a round was aborted, end when it is closed. */
    isClosed: () => isClosed,
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all(nodes.map((node) => node.kill()));
      await balancer?.stop();
      mails.stop();
      await simulators.stop();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
