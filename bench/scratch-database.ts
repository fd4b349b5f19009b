import pg from 'pg';
import { migrate } from '../server/src/platform/db/schema/migrate.ts';

const name = 'desk_bench';

/** A migrated database for this run, dropped by `stop`; one that a killed run left is dropped first. */
export async function openDatabase(serverUrl: string) {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const drop = () => admin.query(`drop database if exists ${name} with (force)`);
  await drop();
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const stop = async (): Promise<void> => {
    await client.end();
    await drop();
    await admin.end();
  };
  return { url, client, stop };
}
