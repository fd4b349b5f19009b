import type { CaughtMail } from '../../simulators/mailbox/caught-mails.ts';
import type { Chance } from '../chance.ts';
import type { Seen } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Customers } from './customers.ts';

/** The page of a link, as a mail names it. */
const LINK = /https?:\/\/[^\s/]+(\/d\/[\w-]+)/;
const BOUNCES = 0.04;
const OUT_OF_OFFICE = 0.02;

interface Surroundings {
  readonly chance: Chance;
  readonly customers: Customers;
  readonly note: (seen: Seen) => void;
  readonly now: () => number;
  readonly running: () => readonly Running[];
  /** What a mail server says to the desk's own mailbox. */
  readonly bounce: (mail: CaughtMail) => unknown;
  readonly outOfOffice: (mail: CaughtMail) => unknown;
}

/** A reminder lets who has it unsubscribe; other mails to customers tell what they did themselves. */
const isReminder = ({ headers }: CaughtMail): boolean =>
  headers.some(({ name }) => name.toLowerCase() === 'list-unsubscribe');

const DOMAIN = /\b[\w-]+\.example\b/g;

/** What reaches customers by mail, and what their mail servers do with it. */
export function makeInbox({ chance, customers, note, now, running, bounce, outOfOffice }: Surroundings) {
  const termsIn = ({ text }: CaughtMail): readonly Running[] => {
    const named = new Set(text.match(DOMAIN) ?? []);
    return running().filter(({ domain, sku }) => named.has(domain) && text.includes(sku));
  };

  async function reminderTo(to: string, mail: CaughtMail): Promise<void> {
    const terms = termsIn(mail);
    if (chance.happens(BOUNCES, to, 'bounces')) {
      bounce(mail);
      for (const { term } of terms) note({ kind: 'stop', at: now(), term, to, why: 'bounced' });
      return;
    }
    note({ kind: 'reminder', at: now(), to, terms: terms.map(({ term }) => term) });
    if (chance.happens(OUT_OF_OFFICE, to, 'away', ...terms.map(({ term }) => term))) outOfOffice(mail);
    await customers.read({ mail, link: LINK.exec(mail.text)?.[1] }, terms);
  }

  return {
    async receive(mail: CaughtMail): Promise<void> {
      if (!isReminder(mail)) return;
      for (const to of mail.to) await reminderTo(to, mail);
    },
  };
}
