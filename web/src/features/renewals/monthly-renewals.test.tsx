import { renewals } from '@desk/contract/renewals';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { MonthlyRenewalsScreen } from './monthly-renewals.screen.tsx';
import { acme, kaveri, members, MONTH, month, openMonth, SHORT, tara } from './testing/month.tsx';

test('all columns of the specification stand in its order, and then what follows the term', async () => {
  await openMonth('cols=All+columns', month(acme));

  const headers = [...document.querySelectorAll('thead tr:last-child th')].map((cell) => cell.textContent);
  expect(headers).toEqual([
    'Customer Domain', '', 'Reseller', 'Company Name', 'Subscription Id', 'Plan', 'Status', 'Users', 'Licence', 'SKU',
    'New Business Margin', 'Renewal Date', 'Zone', 'Provider Renewal Date', 'Price', 'Segments', 'Add Comments',
    'Follow up History', 'Follow Up Comments', 'Highlighted Case', 'Confirmation Status', 'Agreement Status',
    'Price Type', 'Upto 20', 'Above 20', 'Price Per User', 'Special Comment', 'Task Status', 'Renewed Licence',
    'Extension Date', 'Support Charge', 'Suspension Reason', 'Customer Email', 'Assigned To', 'Update Domain Details',
    'Send Notification', 'Last Safe Day', 'If Nobody Acts', 'Instruction',
  ]); // prettier-ignore
});

test('a row shows money, margin, dates and reasons as people read them', async () => {
  const { screen } = await openMonth(
    'cols=margin,provider_renewal_date,price,task_status,assign,suspension_reason,Send+Notification',
    month(
      renewalRow({
        margin: '12.00',
        provider_renewal_date: '2026-11-30',
        price: '150000.00',
        reason: 'Move to other vendor',
        assign: '25000.00',
        suspension_reason: 'Upgarded in another SKU',
        notification: 'failed',
      }),
      renewalRow({ renewal_id: 8, domain_name: 'tara.example', assign: 'Un Paid' }),
    ),
  );

  for (const text of [
    '12 %',
    '30-11-2026',
    'Move to other vendor',
    '₹25,000',
    'Upgraded in another SKU',
    'failed',
    'Un Paid',
  ])
    expect(screen.getByText(text), text).toBeDefined();
  expect(within(screen.getByRole('grid')).getAllByText('₹1,50,000')).toHaveLength(2); // in the row, and as the sum below
  const second = [...document.querySelectorAll('tbody tr:nth-child(2) td')].map((cell) => cell.textContent);
  expect(second).toEqual(['', 'N/A', 'N/A', 'N/A', 'N/A', 'Un Paid', 'N/A', 'Send Notification ']);
});

test('filters narrow the month, stand in the address and go with Clear all', async () => {
  const { screen, user, domains, address } = await openMonth(SHORT, month(acme, tara, kaveri));
  expect(domains()).toEqual(['acme.example', 'tara.example', 'kaveri.example']);

  await user.click(screen.getByText('+ Licence size'));
  await user.click(screen.getByLabelText('100-300'));
  await waitFor(() => expect(domains()).toEqual(['acme.example']));
  await user.selectOptions(screen.getByLabelText('Segment'), 'Micro');
  await screen.findByText('No renewals match these filters.');
  expect(screen.queryByText('No Domain Present or Could not fetch Domains')).toBeNull();
  expect(screen.getByText('Clear filters')).toBeDefined();
  expect(address()).toContain('size=100-300');
  expect(address()).toContain('segment=Micro');

  await user.click(screen.getByText('Clear all'));
  await waitFor(() => expect(domains()).toHaveLength(3));
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Unassigned');
  await waitFor(() => expect(domains()).toEqual(['tara.example', 'kaveri.example']));
});

test('a pasted column of domains filters to exactly those and names the missing ones', async () => {
  const { screen, domains } = await openMonth(SHORT, month(acme, tara, kaveri));

  fireEvent.paste(screen.getByLabelText('Search domain or company'), {
    clipboardData: { getData: () => 'kaveri.example\r\nacme.example\r\ngone.example\r\n' },
  });

  await screen.findByText('1 domain not found in Nov 2026: gone.example');
  expect(domains()).toEqual(['acme.example', 'kaveri.example']);
});

test('exports say how many rows they hold and send the filters', async () => {
  URL.createObjectURL = () => 'blob:x';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { screen, user, bodies } = await openMonth(
    `${SHORT}&size=1000%2B&assigned=none&q=kav`,
    month(acme, tara, kaveri),
    answering(renewals.exportMonthly, { customer: [] }),
  );

  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByText('CSV: Export all (3)'));
  await screen.findByText('Exported 3 rows to data.csv');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByText('CSV: Export filtered (1)'));
  await screen.findByText('Exported 1 row to data.csv');

  expect(bodies(renewals.exportMonthly)).toEqual([
    { month: MONTH },
    { month: MONTH, domain: 'kav', licence: '1000+', assigned_to: '' },
  ]);
});

test('an empty month says so', async () => {
  const { screen } = await openMonth(SHORT, month());

  await screen.findByText('No Domain Present or Could not fetch Domains');
  expect(screen.queryByText('No renewals match these filters.')).toBeNull();
});

test('a month that cannot be fetched is told with its reason and can be asked for again', async () => {
  let up = false;
  const { screen, user, domains } = await openMonth(
    SHORT,
    answering(renewals.monthly, () => (up ? { customer: [acme], revision: '1' } : refusing(0))),
  );
  await screen.findByText('No Domain Present or Could not fetch Domains');
  expect(screen.getByText(/The server did not answer/)).toBeDefined();
  up = true;

  await user.click(screen.getByText('Try again'));

  await waitFor(() => expect(domains()).toEqual(['acme.example']));
});

test('while the month is fetched the screen says so', async () => {
  const { screen } = showAt(`/home?month=${MONTH}`, <MonthlyRenewalsScreen />, month(acme), members);

  await screen.findByText('Loading Monthly Renewal Data');
});
