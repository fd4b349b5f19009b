import type { ReplyOf, Role } from '@desk/contract/call';
import { domains } from '@desk/contract/domains';
import { licences, type SeatOrder } from '@desk/contract/licences';
import { storeSession } from '../../../api/session.ts';
import { answering, showAt } from '../../../testing/show.tsx';
import { AddLicenseScreen } from '../add-license.screen.tsx';
import { AdminAddLicenseScreen } from '../admin-add-license.screen.tsx';

type Details = ReplyOf<typeof licences.subscription>;

/** An annual subscription of indus.example with 20 seats, 130 days before its term ends. */
export const details = (own: Partial<Details> = {}): Details => ({
  subscription: {
    subscription_id: 'S-1',
    customer_id: 'C-1',
    sku_name: 'Business Plus',
    plan_name: 'ANNUAL',
    status: 'ACTIVE',
    licensed_seats: 18,
    max_seats: 25,
    number_of_seats: 20,
    renewal_date: '2027-03-31',
  },
  domain_name: 'indus.example',
  seats: 20,
  seats_at_google: 20,
  closed_because: null,
  price: { yearly: '11040.00', currency: 'INR', until: '2027-03-31', days: 130 },
  order: null,
  ...own,
});

export const order = (own: Partial<SeatOrder> = {}): SeatOrder => ({
  order_id: 7,
  domain_name: 'indus.example',
  sku_name: 'Business Plus',
  plan_name: 'ANNUAL',
  added_seats: 5,
  was_asked: false,
  seats_before: null,
  seats_after: null,
  estimate: '19660.27',
  currency: 'INR',
  state: 'submitted',
  reason: null,
  created_by: 'asha@indus.example',
  timestamp: '2026-11-21T08:35:00Z',
  finished_at: null,
  ...own,
});
export const done = order({ state: 'done', seats_before: 20, seats_after: 25, finished_at: '2026-11-21T08:35:09Z' });

export const ordered = (...orders: SeatOrder[]) => answering(licences.orders, { orders, total: orders.length });

export type Answers = Parameters<typeof showAt>[2][];

/** Puts the screen of that kind of person up; of two answers to a call the first counts. */
export function openAs(role: Role, search: string, ...answers: Answers) {
  storeSession({ user: 'asha@indus.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role });
  const screen = role === 'CUSTOMER' ? <AddLicenseScreen /> : <AdminAddLicenseScreen />;
  const shown = showAt(
    `/home?${search}`,
    screen,
    ...answers,
    answering(licences.mapped, {
      domains: [
        {
          domain_id: 4,
          domain_name: 'indus.example',
          domain_status: 'ACTIVE',
          subscription: ['Business Plus', 'Business Starter'],
          renewal_date: '2027-03-31',
        },
      ],
      total: 1,
    }),
    answering(domains.subscriptions, { subscriptions: [details().subscription] }),
    answering(licences.subscription, details()),
    answering(licences.add, { order_id: 7 }),
    ordered(),
  );
  return { ...shown };
}

/** A customer's way to the dialog that adds seats. */
export async function openForm(...answers: Answers) {
  const shown = openAs('CUSTOMER', '', ...answers);
  await shown.user.click(await shown.screen.findByLabelText('View Subscription: indus.example'));
  await shown.user.click(await shown.screen.findByLabelText('Add License: Business Plus'));
  await shown.screen.findByRole('dialog', { name: 'Add License for indus.example' });
  return shown;
}

export const cells = (scope: ParentNode = document) =>
  [...scope.querySelectorAll('tbody tr')].map((line) =>
    [...line.querySelectorAll('th,td')].map((cell) => cell.textContent.replace(/[●○▲■◆]/, '')),
  );
export const headers = () => [...document.querySelectorAll('thead th[scope="col"]')].map((head) => head.textContent);
