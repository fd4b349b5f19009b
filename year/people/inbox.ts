import type { CaughtMail } from '../../simulators/mailbox/caught-mails.ts';
import type { KeyedRandom } from '../keyed-random.ts';
import type { Seen } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Customers } from './customers.ts';

/** The page of a link, as a mail names it. */
const LINK = /https?:\/\/[^\s/]+(\/d\/[\w-]+)/;
const BOUNCES = 0.04;
const OUT_OF_OFFICE = 0.02;
const UNSUBSCRIBES = 0.01;

interface Dependencies {
  readonly random: KeyedRandom;
  readonly customers: Customers;
  readonly note: (seen: Seen) => void;
  readonly now: () => number;
  readonly running: () => readonly Running[];
  /** Nobody reads anything: mail servers alone answer. */
  readonly isAsleep: boolean;
  /** What is sent to the product's own mailbox. */
  readonly mailbox: Readonly<Record<'bounce' | 'outOfOffice' | 'unsubscribe', (mail: CaughtMail) => Promise<boolean>>>;
}

/** A reminder lets who has it unsubscribe; other mails to customers tell what they did themselves. */
export const isReminder = ({ headers }: CaughtMail): boolean =>
  headers.some(({ name }) => name.toLowerCase() === 'list-unsubscribe');

const DOMAIN = /\b[\w-]+\.example\b/g;

/** What reaches customers by mail, and what their mail servers do with it. */
export function makeInbox({ random, customers, note, now, running, isAsleep, mailbox }: Dependencies) {
  /** A mail may call a domain as it was called until the product has read its new name. */
  const termsIn = ({ text }: CaughtMail): readonly Running[] => {
    const words = text.replace(/\s+/g, ' ');
    const named = new Set(words.match(DOMAIN) ?? []);
    const isNamed = (domain: string): boolean => named.has(domain) || named.has(domain.replace(/^new-/, ''));
    return running().filter(({ domain, sku }) => isNamed(domain) && words.includes(sku));
  };

  async function reminderTo(to: string, mail: CaughtMail): Promise<void> {
    const terms = termsIn(mail);
    const names = terms.map(({ term }) => term);
    const stop = (why: string): void => {
      for (const term of names) note({ kind: 'stop', at: now(), term, to, why });
    };
    if (random.happens(BOUNCES, to, 'bounces')) {
      await mailbox.bounce(mail);
      stop('bounced');
      return;
    }
    note({ kind: 'reminder', at: now(), to, terms: names });
    if (random.happens(OUT_OF_OFFICE, to, 'away', ...names)) await mailbox.outOfOffice(mail);
    if (isAsleep) return;
    await customers.read({ mail, link: LINK.exec(mail.text)?.[1] }, terms);
    if (!random.happens(UNSUBSCRIBES, to, 'unsubscribes')) return;
    await mailbox.unsubscribe(mail);
    stop('unsubscribed');
  }

  return {
    async receive(mail: CaughtMail): Promise<void> {
      for (const to of mail.to) await reminderTo(to, mail);
    },
  };
}
