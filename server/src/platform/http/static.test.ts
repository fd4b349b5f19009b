import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { logoType } from '@desk/contract/rules/logo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { testServer } from '../../testing/server.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'desk-web-'));
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h24v24H0z"/></svg>';
const PAGE =
  '<!doctype html><html data-time-zone="Pacific/Auckland" data-currency="NZD" data-brand="Kiwi &amp; Sons &quot;Cloud&quot;" data-phone="+64 9 555 0100" data-mark="/brand-mark" lang="en-IN">' +
  '<title>Kiwi &amp; Sons &quot;Cloud&quot;</title><link rel="stylesheet" href="/brand.css"></html>';
let app: Awaited<ReturnType<typeof buildApp>>['app'];
let token: string;
beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  mkdirSync(join(webFolder, '.vite'));
  writeFileSync(join(webFolder, '.vite/manifest.json'), '{"secret":1}');
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><html lang="en-IN"><title>Desk</title></html>');
  writeFileSync(join(webFolder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(webFolder, 'logo.svg'), LOGO);
  writeFileSync(join(webFolder, 'assets/main-4f2a.js'), 'start()');
  writeFileSync(join(webFolder, 'assets/main-4f2a.js.gz'), gzipSync('start()'));
  const desk = await testServer({
    env: {
      ...{ API_REFERENCE: 'public', BUSINESS_TIME_ZONE: 'Pacific/Auckland', BUSINESS_CURRENCY: 'NZD' },
      BUSINESS_PHONE: '+64 9 555 0100',
      ...{ BRAND_NAME: 'Kiwi & Sons "Cloud"', BRAND_ACCENT: '#0B7285', BRAND_MARK: join(webFolder, 'logo.svg') },
    },
  });
  ({ token = '' } = await desk.as());
  const { services } = desk;
  ({ app } = await buildApp(services, { checkReplies: true, webFolder }));
});
afterAll(async () => {
  await app.close();
  rmSync(webFolder, { recursive: true });
});

test.each(['identity', 'gzip'])('a file with its content in its name is kept for ever (%s)', async (encoding) => {
  const url = '/assets/main-4f2a.js';
  const { statusCode, headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test.each(['/', '/home/renewals', '/index.html', '/favicon.svg'])('%s is asked for anew each time', async (url) => {
  const { statusCode, headers } = await app.inject(url);
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=0');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test.each(['/home', '/home/get_monthly_renewal', '/adminpanel/', '/register?plan=1', '/error'])(
  '%s is a page of the app',
  async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body]).toEqual([200, PAGE]);
  },
);

test('the page names the time zone and the currency of the business, under each of its addresses', async () => {
  for (const url of ['/', '/index.html', '/home'])
    expect((await app.inject(url)).body).toContain('<html data-time-zone="Pacific/Auckland" data-currency="NZD"');
});

test('the accent is a stylesheet of our own, which the page links to', async () => {
  const { statusCode, headers, body } = await app.inject('/brand.css');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  expect(body).toContain('--desk-accent: light-dark(#0b7285, #');
});

test('the logo is a picture of our own, which the page names; opened by itself it runs nothing', async () => {
  const { statusCode, headers, body } = await app.inject('/brand-mark');
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'image/svg+xml', LOGO]);
  expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a page that the browser has already is not sent again', async () => {
  const { headers } = await app.inject('/home');
  const again = await app.inject({ url: '/home', headers: { 'if-none-match': `W/${String(headers.etag)}` } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const other = await app.inject({ url: '/home', headers: { 'if-none-match': '"another"' } });
  expect([other.statusCode, other.body]).toEqual([200, PAGE]);
});

/** As GET, without a body. */
test.each([
  '/',
  '/home/get_monthly_renewal',
  '/nowhere',
  '/index.html',
  '/favicon.svg',
  '/assets/main-4f2a.js',
  '/assets/nowhere.js',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/reference',
  '/api/brand/',
])('HEAD of %s says what GET would, without a body', async (url) => {
  const [got, head] = await Promise.all([app.inject({ url }), app.inject({ method: 'HEAD', url })]);
  const message = (answer: typeof got) => [
    answer.statusCode,
    answer.headers['content-type'],
    answer.headers['cache-control'],
  ];
  expect(message(head)).toEqual(message(got));
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
  expect(head.body).toBe('');
});

test('HEAD of the stream of news ends, and is no listener', async () => {
  const { statusCode, headers } = await app.inject({
    method: 'HEAD',
    url: '/api/events',
    headers: { authorization: token },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/event-stream']);
});

test.each([
  '/.env',
  '/.git/config',
  '/.vite/manifest.json',
  '/admin',
  '/backup.sql',
  '/server-status',
  '/home/a/b',
  '/home/..%2f..%2fetc%2fpasswd',
  '//login/',
  '/docs',
])('%s is none, and says so to who looks for holes; a person sees the page that says it', async (url) => {
  const { statusCode, body, headers } = await app.inject(url);
  expect([statusCode, body]).toEqual([404, PAGE]);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test.each(['TRACE', 'PUT', 'DELETE'] as const)('%s is answered by nothing', async (method) => {
  expect((await app.inject({ method, url: '/' } as never)).statusCode).toBe(404);
});

test.each([
  'main-0000.js',
  '',
  '.',
  '.env',
  '%00',
  '%2e%2e%2findex.html',
  '/main-4f2a.js',
  'main-4f2a.js/x',
  'x'.repeat(300),
])('what is no file of the build is not answered with a page: /assets/%s', async (name) => {
  const { statusCode, headers } = await app.inject(`/assets/${name}`);
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
});

test('without a logo it is the initial of the name in its colour', async () => {
  const { app: plain } = await testServer({ env: { BRAND_NAME: '<Kiwi>', BRAND_ACCENT: '#0B7285' } });
  const { statusCode, headers, body } = await plain.inject('/brand-mark');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(logoType(Buffer.from(body))).toBe('image/svg+xml');
  expect(body).toContain('fill="#0b7285"');
  expect(body).toContain('>&lt;</text>');
});
