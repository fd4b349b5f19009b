import { mailLog } from '@desk/contract/mail-log';
import { notifications } from '@desk/contract/notifications';
import { renewals } from '@desk/contract/renewals';
import { resellers, type RenewalReseller, type ResellerRenewal } from '@desk/contract/resellers';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { renewalDetails } from '../../parts/testing/renewal.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { RenewalResellerScreen } from './renewal-reseller.screen.tsx';

const sunrise: RenewalReseller = {
  company_name: 'Sunrise Cloud',
  email: 'sales@sunrise.example',
  assigned_to: 'asha@desk.example, ravi@desk.example',
  count: 2,
};
const month = answering(resellers.ofMonth, { domain: [sunrise], total: 1 });
const renewal = (change: Partial<ResellerRenewal> = {}): ResellerRenewal => ({
  renewal_id: 7,
  customerDomain: 'acme.example',
  company_name: 'Acme Private Limited',
  plan: 'ANNUAL',
  status: 'ACTIVE',
  maxSeats: 120,
  usedSeats: 98,
  skuName: 'Google Workspace Business Starter',
  provider_renewal_date: '2026-11-24',
  Google_renewal_date: '2026-11-25',
  renewal_date: '2026-11-23',
  price: '150000.00',
  subscriptionId: 'S-1',
  state: 'open',
  confirmation_status: null,
  email: 'vikram@acme.example',
  phone: null,
  assigned_to: null,
  version: 1,
  ...change,
});
const tara = renewal({
  renewal_id: 8,
  customerDomain: 'tara.example',
  subscriptionId: 'S-2',
  maxSeats: null,
  Google_renewal_date: null,
});
const customers = answering(resellers.customers, { domain: [renewal(), tara] });
const DIALOG = 'Renewals of Sunrise Cloud, Nov 2026';

type Answers = Parameters<typeof showAt>[2][];
function open(search: string, ...answers: Answers) {
  const shown = showAt(`/home?month=2026-11${search}`, <RenewalResellerScreen />, ...answers);
  const said = ({ path }: { path: string }) => shown.sent.filter((one) => one.path === path).map(({ body }) => body);
  return { ...shown, said };
}

async function openCustomers(...answers: Answers) {
  const shown = open('', month, ...answers, customers);
  await shown.user.click(await shown.screen.findByRole('button', { name: 'Sunrise Cloud' }));
  const dialog = within(await shown.screen.findByRole('dialog', { name: DIALOG }));
  await dialog.findByText('tara.example');
  return { ...shown, dialog };
}

test('a month tells its resellers with who looks after them and how much renews', async () => {
  const { screen, said } = open('', month);

  await screen.findByText('sales@sunrise.example');

  expect([...document.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Company Name',
    'Email',
    'Assigned To',
    'Count',
  ]);
  expect([...document.querySelectorAll('tbody tr > *')].map((cell) => cell.textContent)).toEqual([
    'Sunrise Cloud',
    'sales@sunrise.example',
    'asha@desk.example, ravi@desk.example',
    '2',
  ]);
  expect(said(resellers.ofMonth)).toEqual([{ month: '2026-11', page: 1 }]);
});

test('another month and another search go back to page 1', async () => {
  const { screen, user, said, address } = open(
    '&page=3',
    answering(resellers.ofMonth, { domain: [sunrise], total: 21 }),
  );
  await screen.findByText('21–21 of 21');

  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(address()).toBe('/home?month=2026-12'));
  await user.type(screen.getByLabelText('Search company'), 'sun');

  await waitFor(() =>
    expect(said(resellers.ofMonth)).toEqual([
      { month: '2026-11', page: 3 },
      { month: '2026-12', page: 1 },
      { month: '2026-12', search: 'sun', page: 1 },
    ]),
  );
});

test('a month without resellers says so, a failed one can be tried again', async () => {
  let isDown = true;
  const { screen, user } = open(
    '',
    answering(resellers.ofMonth, () => (isDown ? refusing(0) : { domain: [], total: 0 })),
  );
  await screen.findByText(/The server did not answer/);
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect((await screen.findByText('No resellers found.')).closest('[role=status]')).toBeTruthy();
});

test('the list goes to data.csv as it is filtered', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const { screen, user, said } = open('&q=sun', month, answering(resellers.exportMonth, {}));

  await user.click(await screen.findByRole('button', { name: 'Export data (1)' }));

  await screen.findByText('Exported 1 row to data.csv');
  expect(said(resellers.exportMonth)).toEqual([{ month: '2026-11', search: 'sun' }]);
});

test("a company opens its customers' renewals, at an address of its own", async () => {
  const { screen, said, address, dialog, user } = await openCustomers();

  expect(address()).toBe('/home?month=2026-11&customers=sales%40sunrise.example');
  expect(said(resellers.customers)).toEqual([
    { month: '2026-11', reseller_email: 'sales@sunrise.example', tag: 'email' },
  ]);
  const table = dialog.getByRole('grid', { name: DIALOG });
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    ...['Customer Domain', '', 'Add Comments', 'Send Notification', 'Renewal Date', 'Plan', 'Status', 'Max Seats'],
    ...['Used Seats', 'SKU', 'Provider Renewal Date', 'Google Renewal Date', 'Price'],
  ]);
  expect([...(table.querySelector('tbody tr')?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    ...['acme.example', '', 'Add Comments', 'Send Notification', '23-11-2026', 'ANNUAL', '●ACTIVE', '120', '98'],
    ...['Google Workspace Business Starter', '24-11-2026', '25-11-2026', '₹1,50,000'],
  ]);

  await user.click(dialog.getByRole('button', { name: 'Close' }));

  await waitFor(() => expect(address()).toBe('/home?month=2026-11'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sunrise Cloud'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a renewal is commented from there, and the list is read again afterwards', async () => {
  const { screen, user, said, dialog } = await openCustomers(
    answering(renewals.details, { domain: [renewalDetails()] }),
    answering(renewals.products, { products: [] }),
  );

  await user.click(dialog.getByRole('button', { name: 'Add Comments: acme.example' }));

  await screen.findByLabelText(/^Highlight/);
  const form = within(screen.getByRole('dialog', { name: 'Add Comments: acme.example' }));
  await user.click(form.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(said(resellers.customers)).toHaveLength(2));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add Comments: acme.example');
});

test("a renewal's customer is notified from there", async () => {
  const { screen, user, said, dialog } = await openCustomers(
    answering(notifications.customer, { zoho_customer: [] }),
    answering(notifications.results, { notifications: [] }),
  );

  await user.click(dialog.getByRole('button', { name: 'Send Notification: tara.example' }));

  await screen.findByText('No Data Present');
  expect(said(notifications.customer)).toEqual([
    { renewal_id: 8, subscription_id: 'S-2', domain_name: 'tara.example' },
  ]);
});

const mailText = {
  recipient: 'sales@sunrise.example',
  subject: 'Desk: 2 subscriptions of your customers due for renewal',
  text: 'Dear Sunrise, acme.example: 98 licences, INR 1,50,000.00',
};
const bothOf = {
  subscriptionIds: 'S-1,S-2',
  renewalDates: '2026-11-23,2026-11-23',
  month: '2026-11',
  reseller_email: 'sales@sunrise.example',
};

test('the reseller gets one mail about all that is ticked, and is named before it goes', async () => {
  const { screen, user, said, dialog } = await openCustomers(
    answering(resellers.preview, mailText),
    answering(resellers.notify, { queued: 1 }),
  );
  await user.click(dialog.getByLabelText('Select acme.example'));
  expect(dialog.getByText('1 selected')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Select all 2' }));

  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  const mail = within(screen.getByRole('dialog', { name: 'Notify reseller: Sunrise Cloud' }));
  expect(mail.getByText(/^One mail about 2 renewals goes to sales@sunrise\.example\./)).toBeTruthy();
  await mail.findByText(mailText.subject);
  expect(mail.getByText(mailText.text)).toBeTruthy();
  expect(said(resellers.preview)).toEqual([bothOf]);
  expect(mail.queryByText('Not in the mail')).toBeNull();
  expect(said(resellers.notify)).toEqual([]);
  await user.click(mail.getByRole('button', { name: 'Send mail' }));

  await screen.findByText('One mail about 2 renewals is on its way to sales@sunrise.example');
  expect(said(resellers.notify)).toEqual([bothOf]);
  expect(screen.queryByRole('dialog', { name: /^Notify reseller/ })).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>('Select acme.example').checked).toBe(false);
});

test('while messages are held, the mail to a reseller is said to wait, before and after', async () => {
  storeSession({ user: 'ravi@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'RMEMBER' });
  const held = { held: true, since: '2026-11-21T08:35:00Z', by: 'asha@desk.example', waiting: 12 };
  const { screen, user, dialog } = await openCustomers(
    answering(mailLog.state, held),
    answering(resellers.preview, mailText),
    answering(resellers.notify, { queued: 1 }),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));
  await screen.findByText(/^Outgoing messages are held since .* What you send now waits/);

  await user.click(screen.getByRole('button', { name: 'Send mail' }));

  await screen.findByText('One mail about 1 renewal waits to leave for sales@sunrise.example');
});

test('a mail that went out today already is told, and the ticks stay', async () => {
  const { screen, user, dialog } = await openCustomers(
    answering(resellers.preview, mailText),
    answering(resellers.notify, () => refusing(409)),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  await user.click(screen.getByRole('button', { name: 'Send mail' }));

  const told = await screen.findByText('This notification was already sent to this reseller today.');
  expect(told.getAttribute('role')).toBe('alert');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Select tara.example').checked).toBe(true);
});

test.each([
  ['closed', renewal({ renewal_id: 8, customerDomain: 'tara.example', state: 'closed' }), 'closed'],
  ['lost', renewal({ renewal_id: 8, customerDomain: 'tara.example', confirmation_status: 'Lost' }), 'Lost'],
])('a renewal that is %s is left out of the mail, and said to be', async (_, gone, word) => {
  const { screen, user, said, dialog } = await openCustomers(
    answering(resellers.customers, { domain: [renewal(), gone] }),
    answering(resellers.preview, mailText),
  );
  await user.click(dialog.getByLabelText('Select tara.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  expect(screen.getByText('No mail goes out: none of these renewals is due.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send mail' })).toBeNull();
  expect(said(resellers.preview)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(dialog.getByLabelText('Select acme.example'));
  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  const mail = within(screen.getByRole('dialog', { name: /^Notify reseller/ }));
  await mail.findByText(mailText.subject);
  expect(said(resellers.preview)).toMatchObject([{ subscriptionIds: 'S-1', renewalDates: '2026-11-23' }]);
  expect(within(mail.getByRole('list', { name: 'Not in the mail' })).getByRole('listitem').textContent).toBe(
    `tara.exampleGoogle Workspace Business Starter, 23-11-2026: ${word}`,
  );
});

test('nothing ticked is nothing to tell', async () => {
  const { screen, user, dialog } = await openCustomers();

  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  expect(dialog.getByText('Choose at least one renewal')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: /^Notify reseller/ })).toBeNull();
});
