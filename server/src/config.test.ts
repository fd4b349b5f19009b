import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { expect, test } from 'vitest';
import { BadSetting, businessOf, logoOf, readConfig, readServerConfig } from './config.ts';

const read = (env: Record<string, string>) => readConfig({ DATABASE_URL: 'postgres://127.0.0.1/desk', ...env });

test.each([
  ['', []],
  ['false', []],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, fd00::1', ['10.0.0.0/8', 'fd00::1']],
  ['uniquelocal,203.0.113.7', ['uniquelocal', '203.0.113.7']],
])('TRUST_PROXY %j believes %j', (setting, proxies) => {
  expect(read({ TRUST_PROXY: setting }).TRUST_PROXY).toEqual(proxies);
});

test.each(['true', 'yes', '1', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'proxy.example', '10.0.0.1,,10.0.0.2'])(
  'TRUST_PROXY %j is refused: anybody could name an address',
  (setting) => {
    expect(() => read({ TRUST_PROXY: setting })).toThrow(
      new BadSetting('The setting TRUST_PROXY must name the proxies: their addresses or networks, or false.'),
    );
  },
);

test.each([
  ['', []],
  ['192.0.2.53', ['192.0.2.53']],
  [' 127.0.0.1:6053, 2001:db8::53 ,[2001:db8::54]:53,', ['127.0.0.1:6053', '2001:db8::53', '[2001:db8::54]:53']],
])('DNS_SERVERS %j asks %j', (setting, servers) => {
  expect(read({ DNS_SERVERS: setting }).DNS_SERVERS).toEqual(servers);
});

test.each(['dns.example', '192.0.2.53;192.0.2.54', '192.0.2', 'localhost:53'])(
  'DNS_SERVERS %j is refused',
  (setting) => {
    expect(() => read({ DNS_SERVERS: setting })).toThrow('The setting DNS_SERVERS has a value that cannot be used.');
  },
);

test.each([
  ['BUSINESS_TIME_ZONE', 'Asia/Calcuta'],
  ['BUSINESS_TIME_ZONE', '+05:30'],
  ['BUSINESS_CURRENCY', 'Rs'],
  ['BUSINESS_CURRENCY', 'inr'],
  ['BUSINESS_CURRENCY', 'ABC'],
])('%s %j is refused', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`The setting ${name} has a value that cannot be used.`);
});

test('the business is in India where nothing else is set', () => {
  expect(businessOf(read({}))).toEqual(STANDARD_BUSINESS);
  expect(STANDARD_BUSINESS).toMatchObject({ timeZone: 'Asia/Kolkata', currency: 'INR' });
  const elsewhere = { BUSINESS_TIME_ZONE: 'Pacific/Auckland', BUSINESS_CURRENCY: 'NZD' };
  expect(businessOf(read(elsewhere))).toMatchObject({ timeZone: 'Pacific/Auckland', currency: 'NZD' });
});

test.each(['#ffcc00', '#777777', '3a48c4', '#abc', 'red', 'url(x)', '#3a48c4;'])(
  'BRAND_ACCENT %j is refused: white text on it could not be read, or it is no colour',
  (setting) => {
    expect(() => read({ BRAND_ACCENT: setting })).toThrow(
      /^The setting BRAND_ACCENT must be a colour such as #3a48c4, dark/,
    );
  },
);

test.each(['POOLER_DATABASE_URL', 'STANDBY_DATABASE_URL'])('%s is one address', (name) => {
  expect(() => read({ [name]: 'postgres://one:6432,two:6432/desk' })).toThrow(
    `The setting ${name} must be the address of one`,
  );
  expect(read({ [name]: 'postgres://one:6432/desk', DATABASE_URL: 'postgres://one,two/desk' })).toMatchObject({ [name]: 'postgres://one:6432/desk' }); // prettier-ignore
});

test('BRAND_ACCENT is the colour of the business', () => {
  expect(businessOf(read({ BRAND_ACCENT: '#0B7285' })).accent).toBe('#0b7285');
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h24v24H0z"/></svg>';
test('BRAND_MARK is a picture in a file, and one that could run something is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-logo-'));
  const [good, bad] = [join(folder, 'logo.svg'), join(folder, 'bad.svg')];
  writeFileSync(good, SVG);
  writeFileSync(bad, SVG.replace('<path', '<script>alert(1)</script><path'));

  expect([businessOf(read({})).hasLogo, logoOf(read({}))]).toEqual([false, undefined]);
  expect(businessOf(read({ BRAND_MARK: good })).hasLogo).toBe(true);
  expect(logoOf(read({ BRAND_MARK: good }))?.type).toBe('image/svg+xml');
  for (const path of [bad, join(folder, 'nowhere.png'), folder])
    expect(() => read({ BRAND_MARK: path })).toThrow(/^The setting BRAND_MARK must name a PNG or SVG file/);
  rmSync(folder, { recursive: true });
});

test('the limits of the demo are for the demo alone', () => {
  expect(read({ RATE_PROFILE: 'demo', DEMO: 'true' }).RATE_PROFILE).toBe('demo');
  expect(() => read({ RATE_PROFILE: 'demo' })).toThrow('The setting RATE_PROFILE can be demo only where DEMO is true.');
});

test('a bad setting is named, its value is not told', () => {
  expect(() => read({ SECRET_KEY: 'too-short' })).toThrow('The setting SECRET_KEY has a value that cannot be used.');
  expect(() => readConfig({})).toThrow('The setting DATABASE_URL is missing.');
});

const server = (PUBLIC_URL: string) => readServerConfig({ DATABASE_URL: 'postgres://127.0.0.1/desk', PUBLIC_URL });

test('a server does not start without the address that its mails link to, and says so; a command does', () => {
  const sentence =
    'The setting PUBLIC_URL is missing: what users type into their browser, such as https://desk.company.example. Mails link to it.';
  expect(() => server('')).toThrow(new BadSetting(sentence));
  expect(server('https://desk.company.example/').PUBLIC_URL).toBe('https://desk.company.example/');
  expect(read({}).PUBLIC_URL).toBe('');
});

test.each([
  'desk.company.example',
  'ftp://desk.company.example',
  'javascript:alert(1)',
  'https://desk.company.example/?a=1',
  'https://desk.company.example/#here',
  'https://asha@desk.company.example',
])('PUBLIC_URL %j is refused', (address) => {
  expect(() => server(address)).toThrow('The setting PUBLIC_URL has a value that cannot be used.');
});

const started = (SECRET_KEY: string) =>
  readServerConfig({ DATABASE_URL: 'postgres://127.0.0.1/desk', PUBLIC_URL: 'https://desk.example', SECRET_KEY });

test.each([
  'a'.repeat(32),
  'change-me-change-me-change-me-please!',
  'your-secret-key-of-32-characters-or-more',
  'Set SECRET_KEY to 32 random characters or more',
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'desk.company.example/9f3kQz8vTb2m',
  'correct-horse-correct-horse-correct-horse-',
  '12345678901234567890123456789012',
])('SECRET_KEY %j is refused at start: somebody else would find it', (key) => {
  expect(() => started(key)).toThrow(
    new BadSetting(
      'The setting SECRET_KEY can be guessed: it is an example, or has too few different characters. Make one with: openssl rand -hex 32',
    ),
  );
  // Commands that save the data, such as a backup, still accept it.
  expect(read({ SECRET_KEY: key }).SECRET_KEY).toBe(key);
});

test('a key that was drawn is taken, however it is written', () => {
  const drawn = [
    ...Array.from({ length: 500 }, () => randomBytes(32).toString('hex')),
    ...Array.from({ length: 500 }, () => randomBytes(24).toString('base64')),
    ...Array.from({ length: 500 }, () => randomUUID()),
  ];
  for (const key of drawn) expect(started(key).SECRET_KEY).toBe(key);
});
