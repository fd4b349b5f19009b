import { directoryProduct } from '@desk/contract/directory-product';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answeringBranded } from '../../parts/testing/brand.ts';
import { refusing } from '../../testing/show.tsx';
import { edit, listing, openList, organization, unlinked } from './testing/open-directory.tsx';

const { organizations, setContract } = directoryProduct;

test('each organisation stands with its domain, its contract and what the provider counts', async () => {
  const gone = organization({ id: 5, customer_name: 'Tara Foods', gone: true, no_of_lic: 30, contract_licences: 20 });
  const { screen } = openList('', listing(unlinked, gone));
  await screen.findByText('Tara Foods');

  const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent.trim()),
  );
  expect(rows).toEqual([
    [
      'Acme Textiles',
      'Edit Contract',
      'Suggested: acme.example',
      '○none',
      '○Listed',
      '25',
      'Directory Plus',
      'N/A',
      'N/A',
      '○N/A',
      'it@acme.example',
    ],
    [
      'Tara Foods',
      'Edit Contract',
      'acme.example',
      '○none',
      '▲No longer listed',
      '▲contract says 20 30',
      'Directory Plus',
      '23-11-2026',
      '₹1,50,000',
      '●Active',
      'it@acme.example',
    ],
  ]);
});

test('they are searched, and narrowed to those without a contract or with other licences', async () => {
  const { screen, user, bodies, address } = openList('page=3', listing(unlinked));
  await screen.findByText('Acme Textiles');

  await user.selectOptions(screen.getByLabelText('Contract'), 'Without contract');
  await user.type(screen.getByLabelText('Search organisation or domain'), 'acme');

  await waitFor(() => expect(bodies(organizations).at(-1)).toEqual({ search: 'acme', state: 'unlinked', page: 1 }));
  expect(address()).toContain('state=unlinked');
  await user.click(screen.getByLabelText('Remove filter Contract: Without contract'));
  await waitFor(() => expect(bodies(organizations).at(-1)).toEqual({ search: 'acme', page: 1 }));
});

test('an organisation is linked to the suggested domain, with the end of its contract', async () => {
  const { user, dialog, field, save, bodies, screen } = await edit(
    unlinked,
    answeringBranded(setContract, { id: 4, version: 4 }),
  );
  await user.click(dialog.getByRole('button', { name: 'Use acme.example' }));
  expect(document.activeElement).toBe(field(/^Domain/));
  await user.type(field(/^End Date/), '2027-03-31');
  await user.type(field(/^Licences/), '1,200');
  await user.type(field(/^Price/), '1,50,000.50');
  await user.clear(field(/^Currency/));
  await user.type(field(/^Currency/), 'usd');

  await save();

  await screen.findByText('Contract of acme.example saved');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(setContract)).toEqual([
    {
      id: 4,
      version: 3,
      domain_name: 'acme.example',
      end_date: '2027-03-31',
      contract_licences: 1200,
      price: '150000.50',
      currency: 'USD',
      customer_status: 'ACTIVE',
    },
  ]);
});

test('a contract without licences and price is one too', async () => {
  const { user, field, save, bodies, screen } = await edit(
    unlinked,
    answeringBranded(setContract, { id: 4, version: 4 }),
  );
  await user.type(field(/^Domain/), 'acme.example');
  await user.type(field(/^End Date/), '2027-03-31');

  await save();

  await screen.findByText('Contract of acme.example saved');
  expect(bodies(setContract)).toMatchObject([{ contract_licences: null, price: null, currency: 'INR' }]);
});

test('what is missing or wrong is said at its field, and nothing is sent', async () => {
  const { user, field, save, bodies, dialog } = await edit(unlinked);
  await user.type(field(/^Licences/), 'some');
  await user.type(field(/^Price/), '-5');
  await user.clear(field(/^Currency/));

  await save();

  for (const text of [
    'Choose a domain',
    'Enter a date',
    'Enter a whole number',
    'Enter an amount',
    'Enter a currency such as INR',
  ])
    expect(dialog.getAllByText(text)).not.toHaveLength(0);
  expect(document.activeElement).toBe(field(/^Domain/));
  expect(bodies(setContract)).toEqual([]);
});

test.each([
  ['a domain that is none of ours', 422, /^Domain/],
  ['a domain that has another contract', 403, /^Domain/],
  ['an end date that is too far off', 400, /^End Date/],
] as const)('%s is said at the field', async (_what, status, label) => {
  const { save, field, dialog } = await edit(
    organization(),
    answeringBranded(setContract, () => refusing(status)),
  );

  await save();

  await dialog.findByText(setContract.refusals[status]);
  expect(field(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field(label));
});

test('when a colleague was faster what was typed stays, and is saved on what is there now', async () => {
  let now = organization();
  const { screen, user, field, save, dialog, bodies } = await edit(
    organization(),
    answeringBranded(setContract, ({ version }) => (version === 3 ? refusing(409) : { id: 4, version: 5 })),
    answeringBranded(organizations, () => ({ organizations: [now], total: 1 })),
  );
  await user.clear(field(/^Licences/));
  await user.type(field(/^Licences/), '40');
  now = organization({ version: 4, end_date: '2027-01-31', price: '90000' });

  await save();
  await dialog.findByText(setContract.refusals[409]);
  await user.click(dialog.getByRole('button', { name: 'Load the current data' }));

  await dialog.findByText('By now: End Date 31-01-2027, Licences 25, Price ₹90,000. What you typed is still here.');
  await waitFor(() => expect(dialog.queryByText(setContract.refusals[409])).toBeNull());
  expect([field(/^Licences/).value, field(/^End Date/).value, field(/^Price/).value]).toEqual([
    '40',
    '2027-01-31',
    '90000',
  ]);
  await save();
  await screen.findByText('Contract of acme.example saved');
  expect(bodies(setContract).at(-1)).toMatchObject({ version: 4, contract_licences: 40, end_date: '2027-01-31' });
});

test('a price that a colleague changed too is named before it is overwritten', async () => {
  let now = organization();
  const { user, field, save, dialog } = await edit(
    organization(),
    answeringBranded(setContract, () => refusing(409)),
    answeringBranded(organizations, () => ({ organizations: [now], total: 1 })),
  );
  await user.clear(field(/^Price/));
  await user.type(field(/^Price/), '80000');
  now = organization({ version: 4, price: '90000', customer_status: 'SUSPENDED' });
  await save();

  await user.click(await dialog.findByRole('button', { name: 'Load the current data' }));

  const news = await dialog.findByText('By now: Price ₹90,000, Status Suspended. What you typed is still here.');
  expect(document.activeElement).toBe(news);
  await user.type(field(/^Currency/), 'X');
  expect(news.textContent).toContain('Price ₹90,000, Status Suspended.');
});

test('a contract is added before the provider lists its organisation', async () => {
  const { screen, user, bodies } = openList('', listing(), answeringBranded(setContract, { id: 9, version: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Add Contract' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Contract' }));
  await user.type(dialog.getByLabelText(/^Domain/), 'tara.example');
  await user.type(dialog.getByLabelText('Plan'), 'Directory Plus');
  await user.type(dialog.getByLabelText(/^End Date/), '2027-03-31');

  await user.click(dialog.getByRole('button', { name: 'Save' }));

  await screen.findByText('Contract of tara.example saved');
  expect(bodies(setContract)).toEqual([
    {
      domain_name: 'tara.example',
      plan_name: 'Directory Plus',
      end_date: '2027-03-31',
      contract_licences: null,
      price: null,
      currency: 'INR',
      customer_status: 'ACTIVE',
    },
  ]);
});

test('cancelling a contract says what comes of it before it is saved', async () => {
  const { user, field, dialog } = await edit(organization());

  await user.selectOptions(field(/^Status/), 'Cancelled');

  expect(dialog.getByText('A cancelled contract is not renewed any more.').getAttribute('role')).toBe('status');
});

test('without organisations, and while the server is away, the list says so', async () => {
  let isDown = true;
  const { screen, user } = openList(
    '',
    answeringBranded(organizations, () => (isDown ? refusing(0) : { organizations: [], total: 0 })),
  );
  await screen.findByText(/The server did not answer/);
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await waitFor(() => expect(screen.queryByText(/The server did not answer/)).toBeNull());
  await screen.findByText('No Data Present');
});
