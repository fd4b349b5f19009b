import type { NotificationType } from '@desk/contract/lists';
import type * as z from 'zod/mini';
import { dayMonthYear } from '../../calendar/days.ts';
import { amountOf, oneLine } from '../../wording/messages.ts';

/** What a renewal notification says; all of it from the database. */
export interface NotificationFacts {
  brand: string;
  companyName: string;
  domainName: string;
  skuName: string;
  /** ISO day. */
  renewsOn: string;
  seats: number | null;
  /** Decimal text in `currency`. */
  price: string | null;
  currency: string;
}

export interface NotificationText {
  subject: string | null;
  text: string;
  /** The values of the WhatsApp template `renewal_reminder_v1`: name, domain, plan, renewal date. */
  parameters: string[] | null;
}

const cleaned = (facts: NotificationFacts): NotificationFacts => ({
  ...facts,
  brand: oneLine(facts.brand),
  companyName: oneLine(facts.companyName),
  domainName: oneLine(facts.domainName),
  skuName: oneLine(facts.skuName),
  renewsOn: dayMonthYear(facts.renewsOn),
});

function mail({
  brand,
  companyName,
  domainName,
  skuName,
  renewsOn,
  seats,
  price,
  currency,
}: NotificationFacts): NotificationText {
  const lines = [
    `Dear ${companyName},`,
    '',
    `the licences of your domain ${domainName} are due for renewal on ${renewsOn}.`,
    '',
    `Plan: ${skuName}`,
    ...(seats === null ? [] : [`Licences: ${seats}`]),
    ...(price === null ? [] : [`Price: ${currency} ${amountOf(price)}`]),
    `Renewal date: ${renewsOn}`,
    '',
    'Please confirm the renewal with us.',
    '',
    'Regards,',
    brand,
  ];
  const subject = `${brand}: renewal of ${domainName} on ${renewsOn}`;
  return { subject, text: `${lines.join('\n')}\n`, parameters: null };
}

function sms({ brand, domainName, skuName, renewsOn, seats }: NotificationFacts): NotificationText {
  const what = seats === null ? skuName : `${skuName}, ${seats} licences`;
  const text = `The licences of ${domainName} (${what}) are due for renewal on ${renewsOn}. Please confirm the renewal with us. ${brand}`;
  return { subject: null, text, parameters: null };
}

/** The text is that of the approved template with its values filled in. */
function whatsapp({ companyName, domainName, skuName, renewsOn }: NotificationFacts): NotificationText {
  const text = `Hello ${companyName}, the licences of ${domainName} (${skuName}) are due for renewal on ${renewsOn}. Please confirm the renewal with us.`;
  return { subject: null, text, parameters: [companyName, domainName, skuName, renewsOn] };
}

const TEMPLATES = { Email: mail, SMS: sms, WhatsApp: whatsapp };

/** The message of a renewal as it is shown in the preview, stored, and sent. Names are text, never part of a template. */
export const notificationText = (type: z.infer<typeof NotificationType>, facts: NotificationFacts): NotificationText =>
  TEMPLATES[type](cleaned(facts));
