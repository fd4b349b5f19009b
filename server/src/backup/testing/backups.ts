import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { withClient } from '../../platform/db/connection/one-client.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { databaseUrl } from '../../testing/clone.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { ask } from '../../testing/scratch.ts';
import type { Method } from '../manifest.ts';
import { majorOf } from '../pg-programs.ts';
import { restoreBackup, type RestoreOptions } from '../restore.ts';
import { LEFT_OUT, tablesOf } from '../tables.ts';
import { takeBackup } from '../take.ts';

export const never = new AbortController().signal;
export const now = () => new Date('2027-01-01T00:00:00Z');

export interface Place {
  desk: TestServer;
  /** The folder around the backup, and the backup's own. */
  folder: string;
  backup: string;
  take: (method?: Method, url?: string) => ReturnType<typeof takeBackup>;
  restore: (url: string, finish?: RestoreOptions['finish']) => ReturnType<typeof restoreBackup>;
}

/** A database and a folder for its backup, new for each test. */
export function eachWithBackups(): Place {
  const place = {
    take: (method, url = databaseUrl) => takeBackup({ url, to: place.backup, method, now, signal: never }),
    restore: (url, finish = () => Promise.resolve()) =>
      restoreBackup({ url, from: place.backup, signal: never, finish }),
  } as Place;
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'desk-backup-'));
    Object.assign(place, { desk: await testServer(), folder, backup: join(folder, 'backup') });
    return () => rmSync(folder, { recursive: true, force: true });
  });
  return place;
}

const [version] = await ask<{ number: string }>(databaseUrl, `select current_setting('server_version_num') as number`);
export const serverMajor = Math.floor(Number(version?.number) / 10_000);

const majors = [await majorOf('pg_dump'), await majorOf('pg_restore')];
/** All that this machine has the programs for. */
export const methods: Method[] = majors.every((major) => major === serverMajor) ? ['copy', 'pg_dump'] : ['copy'];

/** Every row of every table as text, but those that are left out. */
export const contentsOf = (url: string) =>
  withClient(url, 'test', async (client) => {
    const contents: Record<string, string[]> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      if (!LEFT_OUT.has(name)) contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  });

const ODD = 'tab\t, line\n, return\r, \\N, \\., "quoted", \'single\', $1, नमस्ते, 𝄞, ';

/** Rows of everything that a text could be spoilt by. */
export async function fillOddly({ desk }: Place) {
  const { id, customerId } = await makeRenewal(desk.db, {
    company: ODD,
    domain: 'Ünïcode.example',
    renewal: { termStart: 'infinity', googleRenewalDate: '0044-03-15 BC', price: '-0.10', margin: '999.99' },
    customer: { email: 'Asha@ACME.example', gstNumber: '' },
  });
  await makeContact(desk.db, customerId, { name: ODD });
  const [message] = await queueMessages(desk.db, {
    channel: 'Email',
    purpose: 'renewal',
    recipient: 'ravi@acme.example',
    body: ODD,
    sealed: Buffer.from([0, 1, 92, 10, 9, 255]),
    parameters: [ODD, '', 'NULL', '{}', 'a,b'],
    createdBy: 'system',
    dedupeKey: ODD,
  });
  await desk.db.execute(sql`update outbox set expires_at = '-infinity' where id = ${message}`);
  const changes = [{ field: ODD, old: null, new: '{"a":[1,null,"\\u0000"]}' }];
  await desk.db
    .insert(auditLogTable)
    .values({ actor: ODD, action: 'test', subject: 'renewal', subjectId: id, changes });
  await desk.as({ name: ODD });
  return id;
}
