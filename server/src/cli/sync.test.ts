import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asc, eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { startGoogle } from '../../../simulators/google/start.ts';
import { makeWorld } from '../../../simulators/world/world.ts';
import { auditLogTable as l } from '../platform/db/tables/audit.ts';
import { databaseUrl } from '../testing/clone.ts';
import { testServer } from '../testing/server.ts';

// Each run is a process of its own that reads the whole server first.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'desk-sync-'));
const google = await startGoogle({ world: makeWorld({ today: '2026-11-21', customers: 4 }) });
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await google.stop();
});

const script = fileURLToPath(new URL('sync.ts', import.meta.url));

/** Runs the command as a shell would. */
const run = (settings: Readonly<Record<string, string>>): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    const own = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'silent' };
    execFile(
      process.execPath,
      ['--import', 'tsx', script],
      { env: { ...own, ...settings } },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, lines: (stdout + stderr).trim().split('\n') });
      },
    );
  });

test('a sync from the shell is done at once and written down with who typed it', async () => {
  const { db } = await testServer();
  const { code, lines } = await run(google.env);
  expect(lines.at(-1)).toContain(`Done. Subscriptions: ${google.state.subscriptions().length},`);
  expect(code).toBe(0);
  const entries = await db.select().from(l).where(eq(l.subject, 'sync')).orderBy(asc(l.id));
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['sync_started', 'system'],
    ['google_sync', 'system'],
  ]);
  expect(entries[0]?.changes).toEqual([{ field: 'operator', old: null, new: userInfo().username }]);
});

test('without a configured Google it says so and fails', async () => {
  await testServer();
  const { code, lines } = await run({});
  expect([code, lines.at(-1)]).toEqual([1, 'Failed. The Google Reseller API is not configured.']);
});
