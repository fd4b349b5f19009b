import type { PendingUser } from '@desk/contract/users';
import { counted } from '../../kit/text/format.ts';
import type { Mark } from '../../parts/decisions/marks.tsx';

const NO_SEGMENT = 'No segment';
export const segmentWords = ({ segment }: Pick<PendingUser, 'segment'>): string => segment ?? NO_SEGMENT;

function companyMark({ customer }: PendingUser): Mark {
  if (customer === null) return { words: 'Company not known here', tone: 'attention' };
  const subscriptions = counted(customer.subscriptions, 'subscription');
  return customer.by === 'domain'
    ? { words: `Customer, ${subscriptions}`, tone: 'good' }
    : { words: `Name of a customer, ${subscriptions}`, tone: 'attention' };
}

/** What speaks for somebody who registered, and what is worth a look. */
export function factsOf(user: PendingUser): readonly Mark[] {
  const { is_public_mail, phone_fits, colleagues, rejected_colleagues, domains_waiting } = user;
  const facts: readonly (Mark | false)[] = [
    is_public_mail && { words: 'Free mail address', tone: 'bad' },
    companyMark(user),
    phone_fits && { words: 'Phone fits', tone: 'good' },
    colleagues > 0 && { words: `${counted(colleagues, 'colleague')} here`, tone: 'good' },
    rejected_colleagues > 0 && {
      words: `${counted(rejected_colleagues, 'person', 'people')} of the company rejected`,
      tone: 'attention',
    },
    domains_waiting > 0 && { words: `${counted(domains_waiting, 'domain')} asked for`, tone: 'good' },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Where a search looks for somebody. */
export const searchedIn = (user: PendingUser): readonly (string | null)[] => [
  user.user_name,
  user.user_email,
  user.company_name,
  user.user_phoneNumber,
  user.designation,
  user.segment,
  user.customer?.company_name ?? null,
  user.customer?.domain_name ?? null,
];

/** People of one segment to whom the same menus are proposed. */
export interface MenuGroup {
  readonly key: string;
  readonly words: string;
  readonly usual: readonly number[];
  readonly people: readonly PendingUser[];
}

/** Those who are approved together, by segment, the largest group first; who had menus before stands apart. */
export function menuGroups(people: readonly PendingUser[]): readonly MenuGroup[] {
  const groups = new Map<string, MenuGroup>();
  for (const one of people) {
    const had = one.menu_id.length > 0;
    const key = `${segmentWords(one)} ${one.usual_menus.join()} ${String(had)}`;
    const words = had ? `${segmentWords(one)}, menus given before` : segmentWords(one);
    const group = groups.get(key) ?? { key, words, usual: one.usual_menus, people: [] };
    groups.set(key, { ...group, people: [...group.people, one] });
  }
  return [...groups.values()].toSorted((one, other) => other.people.length - one.people.length);
}
