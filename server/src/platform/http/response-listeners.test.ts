import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { testServer } from '../../testing/server.ts';

/** Node warns from the eleventh on. Some room is left for what libraries add to theirs. */
const MOST = 7;
const LARGE = 'x'.repeat(300_000);

/** A listening server with the app's files, and how many listeners of one kind each answer had at most, by its address. */
async function listening() {
  const webFolder = mkdtempSync(join(tmpdir(), 'desk-listeners-'));
  onTestFinished(() => rmSync(webFolder, { recursive: true }));
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), `<title>Desk</title>${LARGE}`);
  writeFileSync(join(webFolder, 'assets/main-4f2a.js'), LARGE);
  writeFileSync(join(webFolder, 'assets/main-4f2a.js.gz'), gzipSync(LARGE));
  const desk = await testServer({ env: { API_REFERENCE: 'public' } });
  const { app } = await buildApp(desk.services, { checkReplies: false, webFolder });
  const most = new Map<string, number>();
  app.server.prependListener('request', ({ method, url }: IncomingMessage, raw: ServerResponse) => {
    raw.on('newListener', (event: string) => {
      const key = `${method ?? ''} ${url ?? ''} ${event}`;
      most.set(key, Math.max(most.get(key) ?? 0, raw.listenerCount(event) + 1));
    });
  });
  app.get('/stream', () => Readable.from([Buffer.from(LARGE)]));
  app.get('/words', () => LARGE);
  app.get('/broken', () => Promise.reject(new Error('Broken')));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { port, most };
}

async function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request({ port, path, headers, method, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
}

test('no answer is listened to so often that Node warns of a leak', async () => {
  const { port, most } = await listening();
  const paths = [
    '/',
    '/home/renewals',
    '/nowhere.txt',
    '/assets/main-4f2a.js',
    '/assets/none.js',
    '/api/reference',
    '/api/openapi.json',
  ];
  for (const path of [...paths, '/healthz', '/readyz', '/metrics', '/api/nowhere', '/stream', '/words', '/broken'])
    for (const encoding of ['identity', 'gzip']) await ask(port, path, { 'accept-encoding': encoding });
  await ask(port, '/assets/main-4f2a.js', { range: 'bytes=0-99999' });
  await ask(port, '/', {}, 'HEAD');
  expect(most.size).toBeGreaterThan(30);
  expect([...most].filter(([, count]) => count > MOST)).toEqual([]);
});
