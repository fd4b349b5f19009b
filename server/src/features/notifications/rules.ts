import type { Addressee, Announcement } from '@desk/contract/rules/announcements';
import type { NotificationType } from '@desk/contract/words/lists';
import type * as z from 'zod/mini';
import { dayMonthYear } from '../../platform/time/days.ts';
import { priceWords, type Agreed } from '../../domain/messages/agreed-terms.ts';
import { pageUrl, composeMail, type MailContent, type Sender } from '../../platform/mail/content.ts';
import { oneLine } from '../../platform/mail/text.ts';

/** Facts quoted in a renewal notification; all of them from the database. */
export interface NotificationFacts extends Agreed, Sender {
  /** It asks to confirm, or tells what was recorded. */
  says: Exclude<Announcement, 'none'>;
  to: Addressee;
  companyName: string;
  /** Null: the customer buys directly. */
  reseller: { name: string; companyName: string } | null;
  domainName: string;
  /** ISO days. */
  renewsOn: string;
  /** The business day on which it is written. */
  today: string;
  extendedTo: string | null;
}

export interface NotificationText {
  subject: string | null;
  text: string;
  /** Of a mail. */
  letter: MailContent | null;
  /** The template of a WhatsApp message and its values; the service knows its words. */
  template: string | null;
  parameters: string[] | null;
}

/** The facts as a message names them: one line each, days as people write them. */
interface Named {
  brand: string;
  greeted: string;
  /** "your domain acme.example". */
  whose: string;
  domain: string;
  plan: string;
  seats: number | null;
  price: string | null;
  day: string;
  /** "are due", or what was due. */
  due: string;
  isPast: boolean;
  extended: string | null;
  /** E-mail for the customer's answer. */
  answerTo: string;
  /** Where the customer answers; a reseller has no such page. */
  page: string | null;
}

const dueOn = ({ renewsOn, today }: NotificationFacts) =>
  renewsOn < today ? { due: 'were due', isPast: true } : { due: 'are due', isPast: false };

function named(facts: NotificationFacts): Named {
  const { to, reseller } = facts;
  const domain = oneLine(facts.domainName);
  const company = oneLine(facts.companyName);
  const isOfReseller = reseller !== null && to === 'customer';
  return {
    brand: oneLine(facts.brand),
    greeted: to === 'reseller' ? oneLine(reseller?.name ?? '') : company,
    whose: to === 'reseller' ? `the domain ${domain} of your customer ${company}` : `your domain ${domain}`,
    domain,
    plan: oneLine(facts.skuName),
    seats: facts.seats,
    // Our price to a reseller is not the reseller's price to the customer.
    price: isOfReseller ? null : priceWords(facts),
    day: dayMonthYear(facts.renewsOn),
    ...dueOn(facts),
    extended: facts.extendedTo === null ? null : dayMonthYear(facts.extendedTo),
    answerTo: isOfReseller ? oneLine(reseller.companyName) : 'us',
    page: to === 'customer' ? pageUrl(facts, '/home/my_renewals', { q: domain }) : null,
  };
}

const NOTHING_TO_DO = 'You need not do anything.';
const licences = (seats: number): string => (seats === 1 ? '1 licence' : `${seats} licences`);
const planAndSeats = ({ plan, seats }: Named): string => (seats === null ? plan : `${plan}, ${licences(seats)}`);

type Words = Record<NotificationFacts['says'], (facts: Named) => string>;
const SUBJECT: Words = {
  asks: ({ brand, domain, day }) => `${brand}: renewal of ${domain} on ${day}`,
  tells: ({ brand, domain, day }) => `${brand}: the renewal of ${domain} on ${day} is recorded`,
};
const OPENING: Words = {
  asks: ({ whose, day, due }) => `the licences of ${whose} ${due} for renewal on ${day}.`,
  tells: ({ whose, day }) => `this is recorded for the renewal of the licences of ${whose} on ${day}:`,
};
const CLOSING: Words = {
  asks: ({ answerTo }) => `Please confirm the renewal with ${answerTo}.`,
  tells: () => NOTHING_TO_DO,
};

function mail({ says, ...facts }: Named & Pick<NotificationFacts, 'says'>): NotificationText {
  const { brand, greeted, plan, seats, price, day, extended, page } = facts;
  const { subject, body, letter } = composeMail(
    SUBJECT[says](facts),
    `Dear ${greeted},`,
    OPENING[says](facts),
    {
      facts: [
        ['Plan', plan],
        ...(seats === null ? [] : [['Licences', String(seats)] as const]),
        ...(price === null ? [] : [['Price', price] as const]),
        ['Renewal date', day],
        ...(extended === null ? [] : [['Extended until', extended] as const]),
      ],
    },
    CLOSING[says](facts),
    ...(page === null ? [] : [{ button: 'Open My Renewals', href: page }]),
    `Regards,\n${brand}`,
  );
  return { subject, text: body, letter, template: null, parameters: null };
}

function sms({ says, ...facts }: Named & Pick<NotificationFacts, 'says'>): NotificationText {
  const { domain, day, due, brand } = facts;
  const what = planAndSeats(facts);
  const opening =
    says === 'asks'
      ? `The licences of ${domain} (${what}) ${due} for renewal on ${day}.`
      : `Recorded for the renewal of ${domain} on ${day}: ${what}.`;
  return {
    subject: null,
    text: `${opening} ${CLOSING[says](facts)} ${brand}`,
    letter: null,
    template: null,
    parameters: null,
  };
}

/** The text is that of the approved template with its values filled in; its words cannot be others. */
function whatsapp({ says, ...facts }: Named & Pick<NotificationFacts, 'says'>): NotificationText {
  const { greeted, domain, day, due } = facts;
  if (says === 'asks') {
    const text = `Hello ${greeted}, the licences of ${domain} (${facts.plan}) ${due} for renewal on ${day}. Please confirm the renewal with us.`;
    return {
      subject: null,
      text,
      letter: null,
      template: facts.isPast ? 'renewal_overdue_v1' : 'renewal_reminder_v1',
      parameters: [greeted, domain, facts.plan, day],
    };
  }
  const what = planAndSeats(facts);
  const text = `Hello ${greeted}, this is recorded for the renewal of ${domain} on ${day}: ${what}. ${NOTHING_TO_DO}`;
  return {
    subject: null,
    text,
    letter: null,
    template: 'renewal_recorded_v1',
    parameters: [greeted, domain, day, what],
  };
}

const TEMPLATES = { Email: mail, SMS: sms, WhatsApp: whatsapp };

/** The message of a renewal as it is shown in the preview, stored, and sent. Names are text, never part of a template. */
export const notificationText = (type: z.infer<typeof NotificationType>, facts: NotificationFacts): NotificationText =>
  TEMPLATES[type]({ ...named(facts), says: facts.says });
