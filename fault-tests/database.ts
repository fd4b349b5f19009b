import pg from 'pg';
import { fill as fillLarge } from '../bench/data-set.ts';
import { loadDemo } from '../launcher/demo/load.ts';
import { startPostgres } from '../launcher/postgres/postgres.ts';
import { folderOfRun } from '../launcher/postgres/test-postgres.ts';
import { migrate } from '../server/src/platform/db/schema/migrate.ts';
import { makeWorld } from '../simulators/world/world.ts';
import { startFaultyConnection } from './faulty-connection.ts';

/** How large the demo is that every product starts with. */
export const CUSTOMERS = 150;
const PEOPLE_OF_EACH = 100;
const TEMPLATE = 'fault_tests_template';
const LARGE_TEMPLATE = 'fault_tests_large';
/** How many customers of the large data set have people who can be written to. */
const CUSTOMERS_WITH_PEOPLE = 200;

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', data_checksums: 'on' };

export type Database = Awaited<ReturnType<typeof openDatabase>>;
export type Row = Record<string, unknown>;

/** Rows of one statement, over a connection of its own: it survives whatever was done to the others. */
export async function ask<R extends object = Row>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Everybody of the staff may use every screen, and every customer has a hundred people who can be written to: viewers, whom no reminder of the policy asks. */
const PREPARATIONS = [
  `insert into account_menus (account_id, menu_id) select a.id, m.id from accounts a, menus m
   where a.kind = 'staff' and m.audience = 'staff' on conflict do nothing`,
  `insert into contacts (customer_id, name, email, roles, created_at)
   select c.id, 'Person ' || n, 'person-' || c.id || '-' || n || '@fault-tests.example', array['viewer'], now()
  from (select id from customers order by id limit ${CUSTOMERS_WITH_PEOPLE}) c, generate_series(1, ${PEOPLE_OF_EACH}) n`,
];

export type DataSet = 'demo' | 'large';

async function loadLarge(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillLarge(client, 1);
  } finally {
    await client.end();
  }
}

/** Brings a database up to date, and loads a data set into it. */
export async function fill(url: string, data: DataSet, today: string): Promise<void> {
  await migrate(url);
  if (data === 'large') await loadLarge(url);
  else await loadDemo({ databaseUrl: url, world: makeWorld({ today, customers: CUSTOMERS }), today });
  for (const statement of PREPARATIONS) await ask(url, statement);
}

/** @throws where a commit could be forgotten */
export async function refuseNonDurable(url: string): Promise<void> {
  for (const [name, wanted] of Object.entries(DURABLE)) {
    const [row] = await ask(url, `select current_setting($1) as is`, [name]);
    if (row?.['is'] !== wanted)
      throw new Error(`PostgreSQL has ${name} ${String(row?.['is'])}: nothing could be proved.`);
  }
}

/** A durable PostgreSQL of this run with a line in front, and as many filled databases as are asked for. */
export async function openDatabase(today: string) {
  const { dataDir, remove } = await folderOfRun();
  const start = () => startPostgres({ dataDir, log: (line) => process.stdout.write(`${line}\n`) });
  let postgres = await start();
  const line = await startFaultyConnection(() => Number(new URL(postgres.url).port));
  const directUrl = (name: string): string => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  let made = 0;

  const stop = async (): Promise<void> => {
    await line.stop();
    await postgres.stop();
    remove();
  };
  try {
    await refuseNonDurable(postgres.url);
    await ask(postgres.url, `create database ${TEMPLATE}`);
    await fill(directUrl(TEMPLATE), 'demo', today);
  } catch (error) {
    await stop();
    throw error;
  }
  /** @returns the name of a new database. */
  const create = async (how = ''): Promise<string> => {
    made += 1;
    const name = `fault_tests_${made}`;
    await ask(postgres.url, `create database ${name} ${how}`);
    return name;
  };
  let isLargeMade = false;
  /** Takes minutes, and only some rounds need it. */
  const makeLarge = async (): Promise<void> => {
    if (isLargeMade) return;
    await ask(postgres.url, `create database ${LARGE_TEMPLATE}`);
    await fill(directUrl(LARGE_TEMPLATE), 'large', today);
    isLargeMade = true;
  };
  return {
    today,
    line,
    /** The address of a database around the line. */
    directUrl,
    /** The address of a database over the line. */
    faultyUrl: (name: string): string => Object.assign(new URL(directUrl(name)), { port: String(line.port) }).href,
    /** @returns the name of a new database with the demo, or with the data set of the benchmarks, in it. */
    copy: async (data: DataSet): Promise<string> => {
      if (data === 'large') await makeLarge();
      // PostgreSQL logs a sequence 32 numbers ahead. Copied page by page, its copy counts on what only the template's log has,
      // and falls back in a crash to numbers that are taken; a checkpoint, which this strategy makes, lets it log anew.
      return create(`template ${data === 'large' ? LARGE_TEMPLATE : TEMPLATE} strategy file_copy`);
    },
    /** @returns the name of a new database with nothing in it. */
    empty: () => create(),
    drop: (name: string) => ask(postgres.url, `drop database if exists ${name} with (force)`),
    crash: () => postgres.crash(),
    start: async (): Promise<void> => {
      postgres = await start();
    },
    stop,
  };
}
