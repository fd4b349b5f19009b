import type { ContactRole } from '../../contract/src/words/reach.ts';
import { addDays, daysBetween } from '../../server/src/platform/time/days.ts';
import type { makeDemo } from './make-demo.ts';
import { atNight } from './office-hours.ts';
import type { ContactRow, SilencedRow } from './rows.ts';

type Demo = ReturnType<typeof makeDemo>;

/** Of every nth customer nobody has said yet who its people are. */
const UNSAID = 4;
/** How far off the end of a term is that everybody looks at. */
const [SOONEST, LATEST] = [5, 60];

const ROLES: Readonly<Record<string, readonly ContactRole[]>> = {
  'Managing Director': ['buyer'],
  'Accounts Manager': ['payer'],
  'IT Manager': ['technician'],
};

/** What staff have said of a person: the title tells it, and who is alone decides too. */
function rolesOf({ role, customerId }: ContactRow, colleagues: number): ContactRole[] | null {
  if ((customerId ?? 0) % UNSAID === 0) return null;
  if (colleagues === 1) return ['buyer', 'technician'];
  return [...(ROLES[role ?? ''] ?? ['viewer'])];
}

/** Direct customers whose term ends soon, whom somebody works on and nobody has decided; the first to end first. */
function nearCustomers({ renewals, customers }: Demo, today: string): readonly number[] {
  const isDirect = new Set(customers.filter(({ resellerId }) => resellerId === null).map(({ id }) => id));
  const isNear = ({ termEnd }: Demo['renewals'][number]) => {
    const away = daysBetween(today, termEnd);
    return away >= SOONEST && away <= LATEST;
  };
  const near = renewals
    .filter((one) => one.state === 'open' && one.product === 'licence' && isNear(one) && isDirect.has(one.customerId))
    .filter(({ confirmationStatus, assignedToId }) => !confirmationStatus && assignedToId)
    .toSorted((one, other) => one.termEnd.localeCompare(other.termEnd) || one.id - other.id);
  return [...new Set(near.map(({ customerId }) => customerId))];
}

/**
 * Who of the customers is asked: what staff have said of their people, and addresses that are not written to any more. Nobody of one
 * customer can be reached; of a few others somebody is, beside whom the mail came back or who unsubscribed.
 */
export function makeContacts(demo: Demo, today: string): { contacts: ContactRow[]; silenced: SilencedRow[] } {
  const counts = new Map<number | null | undefined, number>();
  for (const { customerId } of demo.contacts) counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
  const contacts = demo.contacts.map((one) => ({ ...one, roles: rolesOf(one, counts.get(one.customerId) ?? 1) }));
  const silence = (address: string, days: number, cause: SilencedRow['cause'], reason: string): SilencedRow => ({
    ...{ address, cause, reason, createdAt: atNight(addDays(today, -days)) },
  });
  const peopleOf = (id: number | undefined) => contacts.filter(({ customerId, email }) => customerId === id && email);
  const near = nearCustomers(demo, today);
  const [lost, ...others] = near;
  const several = others.filter((id) => peopleOf(id).length > 1);
  const first = (n: number) => peopleOf(several[n]).slice(0, 1);
  const bounced = '550 5.1.1 The e-mail account that you tried to reach does not exist.';
  return {
    contacts,
    silenced: [
      ...peopleOf(lost).map(({ email }) => silence(email ?? '', 6, 'bounced', bounced)),
      ...first(0).map(({ email }) => silence(email ?? '', 3, 'bounced', bounced)),
      ...first(1).map(({ email }) => silence(email ?? '', 12, 'bounced', '552 5.2.2 The mailbox is full.')),
      ...first(2).map(({ email }) => silence(email ?? '', 20, 'unsubscribed', 'By the link in a reminder.')),
    ],
  };
}
