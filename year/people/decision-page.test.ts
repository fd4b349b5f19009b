import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { decisionPage } from '../../server/src/features/decision-page/decision.page.ts';
import { readDecision, type LineView } from '../../server/src/features/decision-page/rules.ts';
import { bodyOf, serveOnLoopback } from '../../simulators/loopback/serve.ts';
import type { Wish } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import { linkReader } from './decision-page.ts';

const KEY = 'abcdefghijklmnopqrstuv';
const LINK = '/d/token';
const config = readConfig({ DATABASE_URL: 'postgres://desk@127.0.0.1/desk' });
const line: LineView = {
  ...{ renewalId: 7, domain: 'firm.example', product: 'Business Starter', plan: 'ANNUAL', renewalType: null },
  ...{ ifNobodyActs: 'unknown', seatsIfNobodyActs: null, from: '2028-03-01', to: '2029-02-28', daysLeft: 30 },
  ...{ bought: 20, used: 12, amount: null, suggestion: { seats: 15, amount: null }, lastDay: '2028-02-25' },
  ...{ standing: 'open', assignee: null, decision: undefined, offered: undefined },
  ...{ wish: null, arranged: null, arrangedAmount: null },
};
const decided = { kind: 'renew', amount: null, words: 'renew', by: 'Asha', day: '2028-01-10' } as const;
const other: LineView = { ...line, renewalId: 8, product: 'Vault' };

let lines: readonly LineView[] = [];
/** Whether the page asks to confirm a number of seats. */
let isAsking = false;
const recipient = { name: 'Asha & Co', address: 'asha@firm.example' };
const viewNow = () => ({
  number: 'Q-1',
  version: 3,
  today: '2028-01-31',
  currency: 'INR',
  company: 'Firm',
  recipient,
  lines,
});
let asked: { url: string; from: string; decision?: unknown }[] = [];
let server: Awaited<ReturnType<typeof serveOnLoopback>>;
beforeAll(async () => {
  server = await serveOnLoopback(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://desk.example');
    const from = String(request.headers['x-forwarded-for']);
    if (request.method === 'GET') {
      asked.push({ url: request.url ?? '', from });
      const shown = { key: KEY, typed: {}, fault: undefined, done: '', changing: searchParams.get('change') ?? '' };
      response.writeHead(200).end(decisionPage(config, viewNow(), shown).source);
      return;
    }
    const typed = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    const read = readDecision(typed);
    asked.push({ url: request.url ?? '', from, decision: { line: typed['line'], ...read } });
    if (!('message' in read) && isAsking && read.priced === '0') {
      const toConfirm = { form: '7', seats: 9, amount: '900.00' };
      const shown = { key: KEY, typed, fault: undefined, toConfirm, done: '', changing: '' };
      response.writeHead(200).end(decisionPage(config, viewNow(), shown).source);
      return;
    }
    response.writeHead('message' in read ? 422 : 303).end();
  }, 0);
});
beforeEach(() => {
  [lines, asked, isAsking] = [[other, line], [], false];
});
afterAll(() => server.stop());

const NOW = { plan: 'ANNUAL', status: 'ACTIVE', seats: 20, licensed: 12, renewalType: null };
const one = (isDoubled = false) =>
  ({ domain: 'firm.example', sku: 'Business Starter', intention: { isDoubled } }) as unknown as Running;
const decide = (wish: Wish, running = one()) => linkReader(() => server.url)(LINK, running, wish, NOW);
const plain = { seats: null, planName: null, reason: null, comment: '' };
const sent = (decision: object) => ({
  line: '7',
  key: KEY,
  version: 3,
  seen: '7:20',
  priced: '0',
  name: 'Asha & Co',
  decision,
});

test.each<[string, Wish, object, string]>([
  ['the same seats', { outcome: 'renew', seats: 20 }, { ...plain, decision: 'renew' }, 'decided'],
  ['other seats', { outcome: 'renew', seats: 9 }, { ...plain, decision: 'change', seats: 9 }, 'decided'],
  ['the end', { outcome: 'end' }, { ...plain, decision: 'do_not_renew', reason: 'Price Issue' }, 'decided'],
  ['what is no choice of the page', { outcome: 'flexible' }, { ...plain, decision: 'talk', comment: expect.any(String) as unknown }, 'talks'], // prettier-ignore
])('%s is sent by the form of its subscription', async (_, wish, decision, came) => {
  expect(await decide(wish)).toBe(came);
  expect(asked.map(({ url }) => url)).toEqual([LINK, LINK]);
  expect(asked[1]?.decision).toEqual(sent(decision));
  expect(asked[0]?.from).toMatch(/^198\.18\.\d+\.\d+$/);
});

test('a number whose sum is shown first is confirmed', async () => {
  isAsking = true;
  expect(await decide({ outcome: 'renew', seats: 9 })).toBe('decided');
  expect(asked.slice(1).map(({ decision }) => decision)).toMatchObject([
    { priced: '0' },
    { priced: '9', decision: { seats: 9 } },
  ]);
});

test('what is decided is changed by the form that the page leads to', async () => {
  lines = [other, { ...line, decision: decided }];
  expect(await decide({ outcome: 'end' })).toBe('decided');
  expect(asked.map(({ url }) => url)).toEqual([LINK, `${LINK}?change=7`, LINK]);
});

test('what the page asks nothing about any more is refused; who presses twice sends the same form twice', async () => {
  lines = [other, { ...line, standing: 'too late' }];
  expect(await decide({ outcome: 'end' })).toBe('refused');
  lines = [{ ...line, domain: 'new-firm.example' }];
  expect(await decide({ outcome: 'end' }, { ...one(true), domain: 'new-firm.example' })).toBe('decided');
  expect(asked.slice(-2).map(({ decision }) => decision)).toEqual(Array(2).fill(asked.at(-1)?.decision));
});
