import type { ReplyOf } from '@desk/contract/call';
import { myDay, type WorkItem } from '@desk/contract/renewal-work/my-day';
import { STAFF_MENU } from '@desk/contract/rules/pages';
import { timeline, type DomainRenewal, type DomainSummary } from '@desk/contract/timeline';
import { screen, within } from '@testing-library/react';
import { storeSession } from '../../../api/session.ts';
import { useShortcutKeys } from '../../../kit/keyboard/shortcuts.ts';
import { brand } from '../../../parts/testing/brand.ts';
import { renewalRow } from '../../../parts/testing/renewal.ts';
import { answering, showAt } from '../../../testing/show.tsx';
import { MyDayScreen } from '../my-day.screen.tsx';

type Day = ReplyOf<typeof myDay.list>;

/** A call of today. */
export const item = (own: Partial<WorkItem> = {}): WorkItem => ({
  ...{
    renewal_id: 1,
    instruction_id: null,
    inbound_id: null,
    inbound_kind: null,
    domain_name: 'acme.example',
    company_name: 'Acme',
    product: 'licence',
    sku_name: 'Google Workspace Business Starter',
  },
  ...{ kind: 'call', act: 'talk', group: 'today', waiting_for: null, sentence: 'First call of this term.' },
  ...{ day: '2026-11-23', time: null, days_late: null, renewal_date: '2026-12-15', last_safe_day: '2026-12-11' },
  ...{ value: '90240.00', currency: 'INR', owner: { account_id: 7, name: 'Tarun' }, planned: null, differences: [] },
  seen: '1/',
  ...own,
});
const GROUPS = ['overdue', 'today', 'week', 'later', 'waiting'] as const;
/** A day of these items. */
export const day = (items: readonly WorkItem[], own: Partial<Day> = {}): Day => ({
  today: '2026-11-23',
  count: items.length,
  sums: [{ currency: 'INR', value: '90240.00' }],
  groups: GROUPS.map((group) => {
    const mine = items.filter((one) => one.group === group);
    return { group, count: mine.length, sums: [], items: mine };
  }),
  ...{
    waiting: { customer: 0, approval: 0, provider: 0 },
    waiting_until: null,
    covering: [],
    unassigned: null,
    away: null,
  },
  ...own,
});
export const TWO = [
  item({ group: 'overdue', days_late: 3, sentence: 'Call promised for Friday' }),
  item({ renewal_id: 2, domain_name: 'indus.example' }),
];

/** What is known of a domain that has these renewals. */
export const summaryOf = (
  renewals: readonly DomainRenewal[],
  speak_to: DomainSummary['speak_to'] = { name: 'Asha Rao', phone: { number: '+91 9800000001', of: 'Asha Rao' } },
) =>
  answering(timeline.summary, ({ domain_name }) => ({
    ...{ domain_name, status: 'ACTIVE', plans: ['ANNUAL'], renews_on: null, seats_used: 74, seats_bought: 92 },
    ...{ company_name: 'Acme', owes: null, last_contact: null, speak_to },
    counts: {
      plans: 1,
      invoices: 0,
      outstanding: 0,
      contacts: 1,
      renewals: 1,
      deployment_tickets: 0,
      support_tickets: 0,
    },
    renewals: renewals.map((one) => ({ ...one, domain_name })),
  }));

const beside = [
  summaryOf(
    [1, 2].map((renewal_id) => ({
      ...renewalRow({ renewal_id, renewal_date: '2999-12-15', number_of_seats: 92 }),
      by_itself: { outcome: 'shrinks', seats: 74, last_safe_day: '2999-12-11' },
    })),
  ),
  answering(timeline.entries, {
    entries: [],
    more: false,
    counts: {
      ...{ comment: 0, message: 0, inbound: 0, reminder: 0, opening: 0, decision: 0, order: 0, ticket: 0, invoice: 0 },
      ...{ sync: 0, edit: 0 },
    },
  }),
];

/** The dialog in which one plans what is next, once its form is there. */
export const planDialog = async (domain: string) => {
  await screen.findByLabelText(/^Day/);
  return within(screen.getByRole('dialog', { name: `What is next: ${domain}` }));
};

function Keys() {
  useShortcutKeys();
  return null;
}
type Answers = Parameters<typeof showAt>[2][];

interface Opening {
  screens: readonly ('get_monthly_renewal' | 'axima_domains')[];
  at?: string;
}
/** The screen of a day, as somebody who has these screens. */
export const openWith = ({ screens, at: address = '/home/my_day' }: Opening, ...answers: Answers) => {
  const menu = screens.map((to_route, at) => ({ menu_id: at + 1, menu_name: STAFF_MENU[to_route], to_route }));
  storeSession({ user: 'tarun@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'RMEMBER' });
  return showAt(
    address,
    <>
      <Keys />
      <MyDayScreen />
    </>,
    ...answers,
    ...beside,
    brand,
  );
};

/** The same, as somebody who has renewals. */
export const open = (reply: Parameters<typeof answering<typeof myDay.list>>[1], ...more: Answers) =>
  openWith({ screens: ['get_monthly_renewal'] }, answering(myDay.list, reply), ...more);
