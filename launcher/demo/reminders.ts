import { notificationText } from '../../server/src/features/notifications/rules.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';
import type { DemoAction, Message, Person } from './actions.ts';
import type { Holding } from './portfolio.ts';
import type { RenewalRow } from './rows.ts';

const BRAND = 'Reseller Desk';
/** Where the demo is unless it is told otherwise: these mails were sent before it began. */
const ADDRESS = 'http://localhost:3000';
const FAILURES = {
  Email: '550 5.1.1 No such mailbox',
  SMS: 'The number does not take messages',
  WhatsApp: 'The number has no WhatsApp',
};

/** A reminder to one or two of the customer's contacts; one in eight does not arrive. */
export function remindersOf(
  renewal: RenewalRow,
  holding: Holding,
  by: Person,
  at: Date,
  random: SeededRandom,
): DemoAction {
  const channel = random.weighted<keyof typeof FAILURES>([
    [7, 'Email'],
    [2, 'WhatsApp'],
    [1, 'SMS'],
  ]);
  const facts = {
    brand: BRAND,
    address: ADDRESS,
    says: 'asks' as const,
    to: holding.reseller ? ('reseller' as const) : ('customer' as const),
    reseller: holding.reseller,
    extendedTo: null,
    perLicence: null,
    split: null,
    companyName: holding.customer.companyName,
    domainName: renewal.domainName,
    skuName: renewal.skuName,
    renewsOn: renewal.termEnd,
    // They went out before the day.
    today: renewal.termEnd,
    seats: renewal.numberOfSeats ?? renewal.licensedSeats ?? null,
    price: renewal.price ?? null,
    currency: renewal.currency ?? 'INR',
  };
  const { subject, text, template, parameters } = notificationText(channel, facts);
  const people = holding.contacts.slice(0, random.between(1, 2));
  // Whom a reseller's customer buys from tells it.
  const recipients = holding.reseller ? [holding.reseller] : people;
  const messages = recipients.map(({ email, phone }): Message => {
    const recipient = channel === 'Email' ? email : (phone ?? '');
    return {
      channel,
      recipient,
      subject,
      body: text,
      template,
      parameters,
      failure: random.chance(0.125) ? FAILURES[channel] : null,
    };
  });
  const notification = messages.some(({ failure }) => failure !== null) ? 'failed' : 'sent';
  return { at, by, action: 'notification_queued', changes: { notification }, messages };
}
