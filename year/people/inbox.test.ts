import { beforeEach, expect, test } from 'vitest';
import type { CaughtMail } from '../../simulators/mailbox/caught-mails.ts';
import type { KeyedRandom } from '../keyed-random.ts';
import type { Seen } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Customers } from './customers.ts';
import { isReminder, makeInbox } from './inbox.ts';

const TO = 'office@firm.example';
const UNSUBSCRIBE = { name: 'List-Unsubscribe', value: '<mailto:renew+1@reseller.example?subject=unsubscribe>' };
const mail = (text: string, headers = [UNSUBSCRIBE]) => ({ id: '1', to: [TO], text, headers }) as unknown as CaughtMail;
const term = (domain: string, sku: string) => ({ term: `${domain}/${sku}/1`, domain, sku }) as unknown as Running;
const TERMS = [term('new-firm.example', 'Business Starter'), term('new-firm.example', 'Vault'), term('b.example', 'Vault')]; // prettier-ignore
const REMINDER = mail('Your licences of firm.example (Business\r\nStarter): http://desk.example/d/abc-1');

let seen: Seen[] = [];
let done: string[] = [];
beforeEach(() => void ([seen, done] = [[], []]));

/** @param happens what a random draw decides */
function inboxIn({ happens = '', isAsleep = false } = {}) {
  const random = {
    happens: (_: number, ...key: readonly unknown[]) => key.includes(happens),
  } as unknown as KeyedRandom;
  const read = ({ link }: { link?: string }, terms: readonly Running[]) =>
    Promise.resolve(done.push(`reads ${link ?? ''} about ${terms.map(({ sku }) => sku).join()}`));
  const sends = (what: string) => () => Promise.resolve(done.push(what) > 0);
  const mailbox = { bounce: sends('bounce'), outOfOffice: sends('away'), unsubscribe: sends('unsubscribe') };
  return makeInbox({
    ...{ random, mailbox, isAsleep, customers: { read } as unknown as Customers },
    ...{ note: (one) => void seen.push(one), now: () => 5, running: () => TERMS },
  });
}

test('a reminder is told from other mails by the way out that it offers', () => {
  expect([isReminder(REMINDER), isReminder(mail('', []))]).toEqual([true, false]);
});

test('a reminder is about the terms that it names, by whatever name of the domain, and is read by its link', async () => {
  await inboxIn().receive(REMINDER);
  expect(seen).toEqual([{ kind: 'reminder', at: 5, to: TO, terms: ['new-firm.example/Business Starter/1'] }]);
  expect(done).toEqual(['reads /d/abc-1 about Business Starter']);
});

test.each([
  ['bounces', ['bounce'], ['stop']],
  ['away', ['away', 'reads /d/abc-1 about Business Starter'], ['reminder']],
  ['unsubscribes', ['reads /d/abc-1 about Business Starter', 'unsubscribe'], ['reminder', 'stop']],
])('somebody %s', async (happens, actions, kinds) => {
  await inboxIn({ happens }).receive(REMINDER);
  expect([done, seen.map(({ kind }) => kind)]).toEqual([actions, kinds]);
});

test('who is asleep reads nothing', async () => {
  await inboxIn({ isAsleep: true }).receive(REMINDER);
  expect([done, seen.length]).toEqual([[], 1]);
});
