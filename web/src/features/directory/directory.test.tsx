import { directory, type DirectoryDomain, type DirectoryReseller } from '@desk/contract/directory';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answeringBranded, brand, pathOf } from '../../parts/testing/brand.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { DirectoryScreen } from './directory.screen.tsx';

const domain = (own: Partial<DirectoryDomain> = {}): DirectoryDomain => ({
  domain: 'acme.example',
  company: 'Acme Private Limited',
  username: 'asha@acme.example',
  reseller_status: 'N',
  ...own,
});
const reseller = (own: Partial<DirectoryReseller> = {}): DirectoryReseller => ({
  domain_name: 'arka.example',
  company_name: 'Arka Cloud',
  reseller_email: 'sales@arka.example',
  reseller_status: 'Y',
  ...own,
});
const customerCount = answering(directory.customerCount, {
  count: { count: 1204, active: 1100, inactive: 104 },
  letters: { A: 1, B: 1100, Z: 0 },
});
const resellerCount = answeringBranded(directory.resellerCount, {
  count: [{ reseller_count: 14 }],
  active: [{ active: 12 }],
  inactive: [{ active: 2 }],
  letters: { A: 14 },
});

/** The directory at an address; of two answers to a call the first counts. */
function openAt(search: string, ...answers: Parameters<typeof showAt>[2][]) {
  const shown = showAt(
    `/home?${search}`,
    <DirectoryScreen />,
    ...answers,
    brand,
    customerCount,
    resellerCount,
    answering(directory.domains, { domains: [domain()], total: 1 }),
    answeringBranded(directory.resellers, { customers: [reseller()], total: 1 }),
    answering(directory.search, ({ tabValue }) => ({
      domains: [
        tabValue === 'customers' ? domain({ domain: 'found.example' }) : reseller({ domain_name: 'found.example' }),
      ],
      total: 1,
    })),
  );
  const asked = (call: typeof directory.domains | typeof directory.resellers | typeof directory.search) =>
    shown.sent.filter(({ path }) => path === pathOf(call)).map(({ body }) => body);
  return { ...shown, asked };
}
const cells = () =>
  [...document.querySelectorAll('tbody:not([aria-hidden]) tr')].map((line) =>
    [...line.querySelectorAll('th,td')].map((cell) => cell.textContent),
  );
const headers = () => [...document.querySelectorAll('thead th')].map((head) => head.textContent);
const group = (name: string) =>
  [...document.querySelectorAll(`[role="group"][aria-label="${name}"] dl`)].map((figure) => figure.textContent);

test('the directory opens with the customers of the letter A, and how many there are of each', async () => {
  const { screen, asked } = openAt('');

  await screen.findByText('acme.example');

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Domain Directory');
  expect(headers()).toEqual(['Domain', 'Company Name', 'Customer Portal Username']);
  expect(cells()).toEqual([['acme.example', 'Acme Private Limited', 'asha@acme.example']]);
  expect(asked(directory.domains)).toEqual([{ letter: 'A', page: 1 }]);
  await waitFor(() => expect(group('Customers')).toEqual(['Total1,204', 'Active1,100', 'Inactive104']));
  await waitFor(() => expect(group('Resellers')).toEqual(['Total14', 'Active12', 'Inactive2']));
});

test('a letter tells how many domains it has, and leads to them on page 1', async () => {
  const { screen, user, asked, address } = openAt(
    'page=2',
    answering(directory.domains, { domains: [domain()], total: 20 }),
  );
  const letter = await screen.findByRole('button', { name: 'B, 1,100 domains' });
  expect(letter.getAttribute('title')).toBe('B, 1,100 domains');
  expect(screen.getByRole('button', { name: 'A, 1 domain' }).getAttribute('aria-pressed')).toBe('true');
  await screen.findByText('9–16 of 20');

  await user.click(letter);

  await waitFor(() =>
    expect(asked(directory.domains)).toEqual([
      { letter: 'A', page: 2 },
      { letter: 'B', page: 1 },
    ]),
  );
  expect(address()).toBe('/home?letter=B');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('B');
});

test('the letters are one tab stop, walked with the arrows', async () => {
  const { screen, user, asked } = openAt('letter=C');
  const bar = await screen.findByRole('toolbar', { name: 'Letters' });
  const stops = () =>
    within(bar)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops().map(({ textContent }) => textContent)).toEqual(['C']);
  stops()[0]?.focus();

  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('D');
  await user.keyboard('{End}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('Z');
  await user.keyboard('{Home}{Enter}');

  await waitFor(() =>
    expect(asked(directory.domains)).toEqual([
      { letter: 'C', page: 1 },
      { letter: 'A', page: 1 },
    ]),
  );
  expect(stops().map(({ textContent }) => textContent)).toEqual(['A']);
  expect(document.activeElement?.textContent).toBe('A');
});

test('the other tab lists resellers, from page 1', async () => {
  const { screen, user, asked, address } = openAt(
    'letter=B&page=2',
    answering(directory.domains, { domains: [domain()], total: 20 }),
  );
  await screen.findByText('acme.example');

  await user.click(screen.getByRole('tab', { name: 'Resellers' }));

  await screen.findByText('arka.example');
  expect(headers()).toEqual(['Domain', 'Company Name', 'Reseller Email']);
  expect(cells()).toEqual([['arka.example', 'Arka Cloud', 'sales@arka.example']]);
  expect(asked(directory.resellers)).toEqual([{ letter: 'B', page: 1 }]);
  expect(address()).toBe('/home?tab=resellers&letter=B');
  await screen.findByRole('button', { name: 'A, 14 resellers' });
});

test('the search waits for its button, and goes before the letter', async () => {
  const { screen, user, asked, address } = openAt('letter=B');
  await screen.findByText('acme.example');

  await user.type(screen.getByLabelText('Search domain or company'), ' foun ');
  expect(asked(directory.search)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Search' }));

  await screen.findByText('found.example');
  expect(asked(directory.search)).toEqual([{ tabValue: 'customers', search: 'foun', page: 1 }]);
  expect(address()).toBe('/home?q=foun&letter=B');
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Resellers' }));
  await waitFor(() => expect(asked(directory.search)).toHaveLength(2));
  expect(asked(directory.search)[1]).toEqual({ tabValue: 'resellers', search: 'foun', page: 1 });
});

test('a letter ends the search, and so does taking the search away', async () => {
  const { screen, user, address } = openAt('q=foun');
  await screen.findByText('found.example');

  await user.click(screen.getByRole('button', { name: 'C' }));
  await screen.findByText('acme.example');
  expect(address()).toBe('/home?letter=C');
  expect(screen.getByLabelText<HTMLInputElement>('Search domain or company').value).toBe('');
  await user.type(screen.getByLabelText('Search domain or company'), 'foun{Enter}');
  await screen.findByText('found.example');
  await user.click(screen.getByRole('button', { name: 'Remove filter Search: foun' }));

  await screen.findByText('acme.example');
});

test.each([
  ['', 'No data found for this letter.'],
  ['tab=resellers', 'No resellers found.'],
  ['q=nobody', 'No Domain Found'],
  ['tab=resellers&q=nobody', 'No resellers found.'],
  ['letter=5', 'Please select a letter to see data.'],
])('at ?%s an empty directory says: %s', async (search, text) => {
  const { screen } = openAt(
    search,
    answering(directory.domains, { domains: [], total: 0 }),
    answeringBranded(directory.resellers, { customers: [], total: 0 }),
    answering(directory.search, { domains: [], total: 0 }),
  );

  await screen.findByText(text);
});

test('while it is loaded the directory says so', async () => {
  const { screen } = openAt('');

  await screen.findByText('Loading data...');
  await screen.findByText('acme.example');
});

test('counts and list fail each for itself and are tried again', async () => {
  let isDown = true;
  const { screen, user } = openAt(
    '',
    answering(directory.domains, () => (isDown ? refusing(500) : { domains: [domain()], total: 1 })),
    answeringBranded(directory.resellerCount, () => refusing(500)),
  );
  await screen.findByText('Could not count the Resellers.');
  await waitFor(() => expect(group('Customers')).toContain('Total1,204'));
  isDown = false;

  await user.click(await screen.findByText('Try again'));

  await screen.findByText('acme.example');
});

test('a domain leads to its page, a reseller to its own', async () => {
  const { screen, user, address, back } = openAt('');
  await user.click(await screen.findByRole('link', { name: 'acme.example' }));
  await waitFor(() => expect(address()).toBe('/home/domain/acme.example'));

  back();
  await user.click(await screen.findByRole('tab', { name: 'Resellers' }));
  await user.click(await screen.findByRole('link', { name: 'arka.example' }));

  await waitFor(() => expect(address()).toBe('/home/reseller/sales%40arka.example'));
});

test('only the username of an active reseller opens the domains of its customers', async () => {
  const { screen, user, sent, address } = openAt(
    '',
    answering(directory.domains, {
      domains: [
        domain(),
        domain({ domain: 'asha.example', username: null, reseller_status: 'Y' }),
        domain({ domain: 'atri.example', username: 'sales@arka.example', reseller_status: 'Y' }),
      ],
      total: 3,
    }),
    answering(directory.resellerCustomers, ({ page }) => ({
      customers: [
        {
          cust_id: page === 2 ? 2 : 1,
          domain_name: page === 2 ? 'ved.example' : 'atri.example',
          billing_contact_name: 'Ravi Nair',
          billing_company_name: 'Arka Cloud',
          billing_contact_number: null,
          reseller_email: 'sales@arka.example',
        },
      ],
      total: 11,
    })),
  );
  await screen.findByText('atri.example');
  expect(cells().map(([, , username]) => username)).toEqual(['asha@acme.example', 'N/A', 'sales@arka.example']);
  expect(screen.queryByRole('button', { name: 'asha@acme.example' })).toBeNull();
  const username = screen.getByRole('button', { name: 'sales@arka.example' });

  await user.click(username);

  const modal = within(await screen.findByRole('dialog', { name: 'Reseller Domain: arka.example' }));
  const table = await modal.findByRole('grid');
  await within(table).findByText('atri.example');
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Customer Domain',
    'Customer Name',
    'Reseller Company Name',
    'Reseller Contact Number',
    'Reseller Email Id',
  ]);
  expect([...table.querySelectorAll('tbody th, tbody td')].map((cell) => cell.textContent)).toEqual([
    ...['atri.example', 'Ravi Nair', 'Arka Cloud', 'N/A', 'sales@arka.example'],
  ]);
  await user.click(modal.getByRole('button', { name: 'Next page' }));
  await modal.findByText('ved.example');
  expect(sent.filter(({ path }) => path === directory.resellerCustomers.path).map(({ body }) => body)).toEqual([
    { reseller_domain: 'arka.example', reseller_email: 'sales@arka.example', page: 1 },
    { reseller_domain: 'arka.example', reseller_email: 'sales@arka.example', page: 2 },
  ]);
  expect(address()).toContain('customers=sales%40arka.example');
  await user.click(modal.getByText('Close'));
  await waitFor(() => expect(document.activeElement).toBe(username));
});
