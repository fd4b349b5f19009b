import { createServer, type AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { databaseUrl } from './testing/clone.ts';
import { testServer, type TestServer } from './testing/server.ts';
import { shipped } from './testing/shipped.ts';

// A whole node is started.
vi.setConfig({ testTimeout: 60_000 });

const start = shipped('main.ts');
let desk: TestServer;
beforeEach(async () => {
  desk = await testServer();
});

test('a node whose port is taken ends without having touched a job', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => other.once('listening', listening));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await desk.pool.query(`select graphile_worker.add_job(name, '{}') from unnest(array['deliver', 'crm-task']) as name`);

  const node = start('main', [], {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://desk.example',
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  onTestFinished(() => void node.child.kill('SIGKILL'));
  const { code, output } = await node.ended;

  expect(output).toContain('EADDRINUSE');
  expect(code).toBe(1);
  const { rows } = await desk.pool.query('select attempts, locked_at from graphile_worker.jobs');
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ attempts: 0, locked_at: null })));
});
