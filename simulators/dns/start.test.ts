import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld } from '../world/world.ts';
import { startDns } from './start.ts';

const world = makeWorld({ today: '2026-11-21', customers: 200, resellers: 5 });
const dns = await startDns({ world });
const resolver = new Resolver({ timeout: 3_000, tries: 2 });
resolver.setServers([dns.env.DNS_SERVERS]);
beforeEach(() => dns.faults.clear());
afterAll(() => dns.stop());

const codeOf = (question: Promise<unknown>) =>
  question.then(
    () => 'an answer',
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
/** From Node 24 on a record names its type as well. */
const mx = async (name: string) =>
  (await resolver.resolveMx(`${name}.dns.example`)).map(({ priority, exchange }) => ({ priority, exchange }));

describe('the name servers', () => {
  test('know the mail of each company of the world, and most of it is at Google', async () => {
    const exchanges: string[] = [];
    for (const { domain } of world.customers) {
      const servers = await resolver.resolveMx(domain).catch(() => []);
      exchanges.push(servers.map(({ exchange }) => exchange.toLowerCase()).join());
    }
    expect(exchanges.filter((one) => one.includes('google.com')).length).toBeGreaterThan(100);
    expect(exchanges.filter((one) => !one.includes('google')).length).toBeGreaterThan(5);
  });

  test('answer as the zone says, whatever the case of the question', async () => {
    expect(await mx('Google-NEW')).toEqual([{ priority: 1, exchange: 'smtp.google.com' }]);
    expect(await resolver.resolveTxt('google-new.dns.example')).toEqual([['v=spf1 include:_spf.google.com ~all']]);
    expect(await mx('null-mx')).toEqual([{ priority: 0, exchange: '' }]);
  });

  test.each([
    ['never-heard-of', 'ENOTFOUND'],
    ['no-mx', 'ENODATA'],
    ['servfail', 'ESERVFAIL'],
    ['refused', 'EREFUSED'],
    ['silence', 'ETIMEOUT'],
  ])('fail on %s.dns.example with %s', async (name, code) => {
    expect(await codeOf(mx(name))).toBe(code);
  });

  test('send who asks for more than fits into a datagram to TCP', async () => {
    const asked = dns.asked('MX many-servers.dns.example');
    expect(await mx('many-servers')).toHaveLength(40);
    expect(dns.asked('MX many-servers.dns.example')).toBe(asked + 2);
  });

  test('hold other records back without denying the name', async () => {
    expect(await codeOf(resolver.resolve4('zoho.dns.example'))).toBe('ENODATA');
  });

  test('survive what is no question', async () => {
    const [host = '', port = ''] = dns.env.DNS_SERVERS.split(':');
    const line = connect(Number(port), host);
    await new Promise<void>((gone) => {
      line.on('error', () => undefined);
      line.on('close', () => gone());
      line.end(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    });
    expect(await mx('google-new')).toHaveLength(1);
  });

  test('fail when they are told to, as often and on the name that was said', async () => {
    const answer = await fetch(`${dns.url}/__admin/fault`, {
      method: 'POST',
      body: JSON.stringify({ kind: 'silence', times: 2, only: 'zoho.dns.example' }),
    });
    expect(answer.status).toBe(200);

    expect(await codeOf(mx('microsoft'))).toBe('an answer');
    expect(await codeOf(mx('zoho'))).toBe('ETIMEOUT');
    expect(await codeOf(mx('zoho'))).toBe('an answer');
    expect(await (await fetch(`${dns.url}/__admin/state`)).json()).toMatchObject({
      faults: [],
      names: expect.arrayContaining(['zoho.dns.example']) as string[],
    });
  });
});
