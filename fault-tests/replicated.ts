import { until } from '../launcher/processes.ts';
import { freePort } from '../launcher/ports.ts';
import { startPostgres, type Postgres } from '../launcher/postgres/postgres.ts';
import { makeStandby } from '../launcher/postgres/standby.ts';
import { folderOfRun } from '../launcher/postgres/test-postgres.ts';
import { ask, fill, refuseNonDurable } from './database.ts';

const NAME = 'fault_tests_replicated';
const FOLLOWS_MS = 30_000;
const PROMOTED_SECONDS = 20;
const print = (line: string): unknown => process.stdout.write(`${line}\n`);

/** A place for a PostgreSQL, which keeps its folder and its port whatever runs there. */
interface Place {
  readonly dataDir: string;
  readonly port: number;
  readonly remove: () => void;
}

async function makePlace(): Promise<Place> {
  return { ...(await folderOfRun()), port: await freePort() };
}

const startAt = ({ dataDir, port }: Place): Promise<Postgres> => startPostgres({ dataDir, port, log: print });

/** Two durable PostgreSQL with the demo in them, of which one follows the other's log: a commit waits until it is in both. */
export async function openReplicated(today: string) {
  let [here, there] = [await makePlace(), await makePlace()];
  const ports = [here.port, there.port];
  let primary = await startAt(here);
  let standby: Postgres | undefined;
  const urlIn = ({ url }: Postgres): string => Object.assign(new URL(url), { pathname: `/${NAME}` }).href;

  const stop = async (): Promise<void> => {
    await Promise.all([primary.stop(), standby?.stop()]);
    for (const { remove } of [here, there]) remove();
  };
  /** Makes the other place a standby, as an operator does after a failover. */
  const addStandby = async (): Promise<void> => {
    await makeStandby({ primary: { dataDir: here.dataDir, url: primary.url }, dataDir: there.dataDir, log: print });
    standby = await startAt(there);
    const follows = async (): Promise<boolean> =>
      (await ask(primary.url, `select from pg_stat_replication where state = 'streaming'`)).length > 0;
    if (!(await until(follows, FOLLOWS_MS))) throw new Error('The standby does not follow.');
    await ask(primary.url, `alter system set synchronous_standby_names = '*'`);
    await ask(primary.url, 'select pg_reload_conf()');
  };
  try {
    await refuseNonDurable(primary.url);
    await ask(primary.url, `create database ${NAME}`);
    await fill(urlIn(primary), 'demo', today);
    await addStandby();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    /** The address of the one that takes writes now. */
    url: (): string => urlIn(primary),
    /** That of both. */
    hosts: (() => {
      const { host, href } = new URL(urlIn(primary));
      return href.replace(host, ports.map((port) => `127.0.0.1:${port}`).join(','));
    })(),
    addStandby,
    /** The primary is gone at once, and the standby takes over. */
    failOver: async (): Promise<void> => {
      if (standby === undefined) throw new Error('There is no standby.');
      await primary.crash();
      await ask(standby.url, `select pg_promote(true, ${PROMOTED_SECONDS})`);
      [primary, standby] = [standby, undefined];
      [here, there] = [there, here];
    },
    stop,
  };
}
