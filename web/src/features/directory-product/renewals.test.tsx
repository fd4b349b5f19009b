import { directoryProduct } from '@desk/contract/directory-product';
import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answeringBranded } from '../../parts/testing/brand.ts';
import { renewalDetails } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { directoryRenewal, MONTH, openDirectory } from './testing/open-directory.tsx';

// jsdom has none of these.
URL.createObjectURL = () => 'blob:file';
HTMLAnchorElement.prototype.click = () => undefined;

const { monthly, exportMonthly } = directoryProduct;
const acme = directoryRenewal();
const answer = { customer: [acme], total: 21, may_export: false };
const list = answeringBranded(monthly, answer);
const EMPTY = 'No Domain Present or Could not fetch Domains';

test('the renewals of a month are asked for page by page and go by the name of the product', async () => {
  const { screen, bodies } = openDirectory('q=acme&page=2', list);

  await screen.findByRole('heading', { level: 1, name: 'JumpCloud Renewals' });
  await screen.findByRole('grid', { name: 'JumpCloud Renewals, Nov 2026' });
  await screen.findByText('11–20 of 21');
  expect(bodies(monthly)).toEqual([{ month: MONTH, domain: 'acme', page: 2 }]);
});

test('the table has all columns of the specification, what is called about first', async () => {
  const { screen } = openDirectory('cols=All+columns', list);
  await screen.findByText('1–10 of 21');

  const headers = [...document.querySelectorAll('thead tr:last-child th')].map(({ textContent }) => textContent);
  expect(headers).toEqual([
    'Customer Domain',
    'Company Name',
    'Licence',
    'Renewal Date',
    'Organisation',
    'Plan',
    'Status',
    'Add Comments',
    'Follow up History',
    'Follow Up Comments',
    'Highlighted Case',
    'Confirmation Status',
    'Agreement Status',
    'Price Type',
    'Upto 20',
    'Above 20',
    'Price Per User',
    'Special Comment',
    'Task Status',
    'Renewed Licence',
    'Extension Date',
    'Support Charge',
    'Suspension Reason',
    'Customer Email',
    'Send Notification',
  ]);
});

test.each([
  [25, 20, '▲contract says 20 25'],
  [25, 25, '25'],
  [null, 20, '▲contract says 20 N/A'],
  [25, null, '25'],
])('of %s licences at the provider and %s in the contract the row says "%s"', async (no_of_lic, licences, text) => {
  const row = directoryRenewal({ no_of_lic, contract_licences: licences });
  const { screen } = openDirectory('cols=no_of_lic', answeringBranded(monthly, { ...answer, customer: [row] }));
  await screen.findByText('acme.example');

  expect(document.querySelector('tbody td')?.textContent.trim()).toBe(text);
});

test('another month is a step that Back takes, and searching begins at the first page', async () => {
  const { screen, user, bodies, address } = openDirectory('page=2&cols=no_of_lic', list);
  await screen.findByText('11–20 of 21');

  await user.click(screen.getByLabelText('Next month'));
  await user.type(screen.getByLabelText('Search domain or company'), 'tara');

  await waitFor(() => expect(bodies(monthly).at(-1)).toEqual({ month: '2026-12', domain: 'tara', page: 1 }));
  expect(address()).toBe('/home?q=tara&cols=no_of_lic&month=2026-12');
});

test('only who may export has a button for it, which says how many rows it takes', async () => {
  const { screen, user, bodies } = openDirectory(
    'q=acme',
    answeringBranded(monthly, { ...answer, may_export: true }),
    answeringBranded(exportMonthly, {}),
  );

  await user.click(await screen.findByRole('button', { name: 'Export CSV (21)' }));

  await screen.findByText('Exported 21 rows to data.csv');
  expect(bodies(exportMonthly)).toEqual([{ month: MONTH, domain: 'acme' }]);
});

test('who may not export is not offered it', async () => {
  const { screen } = openDirectory('', list);
  await screen.findByText('1–10 of 21');

  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull();
});

test('a comment that is added shows in the row at once', async () => {
  const { screen, user } = openDirectory(
    'cols=Follow up History,followup_comments',
    list,
    answering(followUp.comments, { followup_comment: [] }),
    answering(followUp.addComment, {}),
  );
  await user.click(await screen.findByLabelText('Follow up History: acme.example'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Follow up History: acme.example' }));
  await user.type(await dialog.findByLabelText('New comment'), 'Called the owner');

  await user.click(dialog.getByRole('button', { name: 'Add Comment' }));

  await waitFor(() =>
    expect(within(screen.getByRole('grid')).getByText('Called the owner').closest('td')).toBeTruthy(),
  );
});

test('Add Comments opens on the renewal by its key', async () => {
  const { screen, user } = openDirectory(
    'cols=Add Comments',
    list,
    answering(renewals.details, { domain: [renewalDetails()] }),
    answering(renewals.products, { products: [] }),
  );
  const cell = (await screen.findByText('acme.example')).closest('th') as HTMLElement;
  cell.focus();

  await user.keyboard('c');

  await screen.findByRole('dialog', { name: 'Add Comments: acme.example' });
});

test('a domain opens all that is known of it', async () => {
  const { screen, user, address } = openDirectory('cols=no_of_lic', list);

  await user.click(await screen.findByRole('link', { name: 'acme.example' }));

  await waitFor(() => expect(address()).toBe('/home/domain/acme.example'));
});

test('a month without renewals says so', async () => {
  const { screen } = openDirectory('', answeringBranded(monthly, { customer: [], total: 0, may_export: false }));

  await screen.findByText(EMPTY);
});

test('while the server is away the list says so and can be tried again', async () => {
  let isDown = true;
  const { screen, user } = openDirectory(
    '',
    answeringBranded(monthly, () => (isDown ? refusing(0) : answer)),
  );
  await screen.findByText(EMPTY);
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await screen.findByText('1–10 of 21');
});
