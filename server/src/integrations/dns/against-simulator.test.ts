import { createSocket } from 'node:dgram';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startDns } from '../../../../simulators/dns/start.ts';
import { makeWorld } from '../../../../simulators/world/world.ts';
import { lookUpMail } from './look-up.ts';

const dns = await startDns({ world: makeWorld({ today: '2026-11-21', customers: 5, resellers: 1 }) });
beforeEach(() => dns.faults.clear());
afterAll(() => dns.stop());

const servers = [dns.env.DNS_SERVERS];
const lookUp = (...names: string[]) =>
  lookUpMail(
    names.map((name) => `${name}.dns.example`),
    { servers, timeoutMs: 1_000 },
  );

describe('the mail of a domain', () => {
  test.each([
    ['google-new', 'google', 'Google Workspace', null],
    ['google-old', 'google_legacy', 'Google Workspace', null],
    ['google-older', 'google_legacy', 'Google Workspace', null],
    ['google-and-old-host', 'google_mixed', 'Google Workspace + another server', null],
    ['google-and-gateway', 'google_mixed', 'Google Workspace + Proofpoint', null],
    ['microsoft', 'microsoft', 'Microsoft 365', null],
    ['microsoft-new', 'microsoft', 'Microsoft 365', null],
    ['zoho-india', 'zoho', 'Zoho Mail', null],
    ['zoho', 'zoho', 'Zoho Mail', null],
    ['zoho-europe', 'zoho', 'Zoho Mail', null],
    ['proofpoint', 'gateway', 'Proofpoint', null],
    ['proofpoint-before-google', 'gateway', 'Proofpoint', 'SPF names Google Workspace'],
    ['proofpoint-before-microsoft', 'gateway', 'Proofpoint', 'SPF names Microsoft 365'],
    ['proofpoint-essentials', 'gateway', 'Proofpoint', null],
    ['mimecast', 'gateway', 'Mimecast', null],
    ['mimecast-verified-by-google', 'gateway', 'Mimecast', 'Verified with Google'],
    ['barracuda-before-google', 'gateway', 'Barracuda', 'SPF names Google Workspace'],
    ['cisco', 'gateway', 'Cisco Secure Email', null],
    ['trend-micro', 'gateway', 'Trend Micro', null],
    ['symantec-cloud', 'gateway', 'Symantec Email Security', null],
    ['cloudflare-before-google', 'gateway', 'Cloudflare Email Routing', 'SPF names Google Workspace'],
    ['titan', 'other', 'Titan', null],
    ['own-server', 'other', null, null],
    ['many-servers', 'other', null, null],
    ['null-mx', 'null_mx', null, null],
    ['no-mx', 'no_mx', null, null],
    ['never-heard-of', 'no_domain', null, null],
  ])('%s is %s (%s, %s)', async (name, status, provider, hint) => {
    expect(await lookUp(name)).toMatchObject([{ status, provider, hint, code: null }]);
  });

  test('comes with its servers in the order of their priority, in small letters', async () => {
    const [found] = await lookUp('google-old');
    expect(found?.mx).toEqual([
      { priority: 1, exchange: 'aspmx.l.google.com' },
      { priority: 5, exchange: 'alt1.aspmx.l.google.com' },
      { priority: 5, exchange: 'alt2.aspmx.l.google.com' },
      { priority: 10, exchange: 'alt3.aspmx.l.google.com' },
      { priority: 10, exchange: 'alt4.aspmx.l.google.com' },
    ]);
  });

  test('is unknown where a server is silent or refuses, which is told apart from a domain without mail', async () => {
    const found = await lookUp('silence', 'servfail', 'refused', 'no-mx', 'zoho');
    expect(found.map(({ status, code }) => [status, code])).toEqual([
      ['error', 'ETIMEOUT'],
      ['error', 'ESERVFAIL'],
      ['error', 'EREFUSED'],
      ['no_mx', null],
      ['zoho', null],
    ]);
  });

  test('is found although the first datagram is lost', async () => {
    dns.faults.next({ kind: 'silence', only: 'zoho.dns.example' });
    expect(await lookUp('zoho')).toMatchObject([{ status: 'zoho' }]);
  });

  test('is found where only its hint is not', async () => {
    const asking = lookUpMail(['mimecast-before-google.dns.example'], { servers, timeoutMs: 1_000 });
    dns.faults.next({ kind: 'slow', only: 'mimecast-before-google.dns.example' });
    dns.faults.next({ kind: 'servfail', times: 2, only: 'mimecast-before-google.dns.example' });
    expect(await asking).toMatchObject([{ status: 'gateway', provider: 'Mimecast', hint: null }]);
  });

  test('is asked of the next server where nobody answers at the first', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await new Promise((bound) => silent.once('listening', bound));
    const first = `127.0.0.1:${silent.address().port}`;
    const found = await lookUpMail(['zoho.dns.example'], { servers: [first, ...servers], timeoutMs: 1_000 });
    silent.close();
    expect(found).toMatchObject([{ status: 'zoho' }]);
  });
});

describe('lookups', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `name-${n}.dns.example`);

  test('are at most twenty at once in the process, whoever asks', async () => {
    dns.faults.next({ kind: 'slow', times: 60 });
    const one = lookUpMail(names(45), { servers });
    const other = lookUpMail(names(15), { servers });
    expect([...(await one), ...(await other)].map(({ status }) => status)).toEqual(Array(60).fill('no_domain'));
    expect(dns.mostAtOnce()).toBeLessThanOrEqual(20);
    expect(dns.mostAtOnce()).toBeGreaterThan(10);
  });

  test('that were cut short say so and ask for nothing more', async () => {
    dns.faults.next({ kind: 'slow', times: 60 });
    const stopping = new AbortController();
    const asking = lookUpMail(
      names(60).map((name) => `late-${name}`),
      { servers, signal: stopping.signal },
    );
    stopping.abort(new Error('The server stops.'));
    await expect(asking).rejects.toThrow('The server stops.');
    expect(dns.asked('MX late-name-40.dns.example')).toBe(0);
  });
});
