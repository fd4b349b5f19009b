import { domainPage } from '@desk/contract/domain-page';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusing } from '../../testing/show.tsx';
import { answeringBranded, pathOf } from '../../parts/testing/brand.ts';
import { bareDomainPage } from '../../parts/testing/domain-page.ts';
import { facts, openAt } from './testing/open-page.tsx';

const THROUGH = {
  resellerType: 'Y',
  reseller_company: 'Cauvery Cloud',
  reseller_name: 'Meena Iyer',
  reseller_email: 'sales@cauvery.example',
} as const;
const reseller = answeringBranded(domainPage.reseller, {
  domain: [
    {
      reseller_name: 'Meena Iyer',
      reseller_email: 'sales@cauvery.example',
      company_name: 'Cauvery Cloud',
      phone_number: '+91 9800000009',
      gst_number: null,
      customer_domain_count: 1204,
    },
  ],
});
const customers = answeringBranded(domainPage.resellerCustomers, {
  customers: [
    { domain_name: 'indus.example', cust_id: 1 },
    { domain_name: 'kaveri.example', cust_id: 2 },
    { domain_name: 'tara.example', cust_id: 3 },
  ],
  total: 1204,
});

const openReseller = (...answers: Parameters<typeof openAt>[2][]) =>
  openAt('/home/reseller/sales@cauvery.example', 'get_monthly_renewal', ...answers, reseller, customers);

test('a domain sold through a reseller names it, and leads to its contact and the domains of its customers', async () => {
  const { screen, user, sent, address } = openAt(
    '/home/domain/indus.example',
    'get_monthly_renewal',
    ...bareDomainPage(THROUGH),
    reseller,
    customers,
  );

  await user.click(await screen.findByRole('link', { name: 'Cauvery Cloud (Meena Iyer)' }));

  await screen.findByRole('heading', { level: 1, name: 'Cauvery Cloud' });
  await screen.findByText('tara.example');
  expect(screen.getByText('The first 3 of 1,204')).toBeTruthy();
  expect(facts()).toEqual({
    'Reseller Name': 'Meena Iyer',
    Email: 'sales@cauvery.example',
    'Company Name': 'Cauvery Cloud',
    'Phone Number': '+91 9800000009',
    'GST Number': 'N/A',
    'Customer Domain Count': '1,204',
  });
  expect(sent.find(({ path }) => path === pathOf(domainPage.resellerCustomers))?.body).toEqual({
    reseller_domain: 'cauvery.example',
    reseller_email: 'sales@cauvery.example',
  });
  expect(address()).toBe('/home/reseller/sales%40cauvery.example');
});

test('pages lead to each other, and the browser leads back through them', async () => {
  const { screen, user, back } = openAt('/home?month=2026-11', 'get_monthly_renewal', ...bareDomainPage(THROUGH), reseller, customers); // prettier-ignore
  await user.click(await screen.findByRole('link', { name: 'indus.example' }));
  await user.click(await screen.findByRole('link', { name: 'Cauvery Cloud (Meena Iyer)' }));
  await user.click(await screen.findByRole('link', { name: 'tara.example' }));
  await screen.findByRole('heading', { level: 1, name: 'tara.example' });
  expect(screen.getByRole('navigation').textContent).toBe('‹ Cauvery Cloud');

  back();
  await screen.findByRole('heading', { level: 1, name: 'Cauvery Cloud' });
  back();
  await screen.findByRole('heading', { level: 1, name: 'indus.example' });
  await user.click(screen.getByRole('link', { name: /Renewals, Nov 2026/ }));

  const row = await screen.findByRole('link', { name: 'indus.example' });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test('the list of domains is one tab stop, and the arrows walk it', async () => {
  const { screen, user } = openReseller();
  const first = await screen.findByText('kaveri.example');
  const stops = () => [...document.querySelectorAll<HTMLElement>('ul a')].filter((link) => link.tabIndex === 0);
  expect(stops()).toHaveLength(1);
  stops()[0]?.focus();

  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toBe('tara.example');
  await user.keyboard('{ArrowDown}{Home}{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('indus.example');
  expect(stops()).toHaveLength(1);
});

test.each([400, 404])('an address that names no reseller (%i) is told so', async (status) => {
  const { screen } = openReseller(
    answeringBranded(domainPage.reseller, () => refusing(status, { message: 'Enter a valid e-mail address' })),
  );

  await screen.findByText('No resellers found.');
  expect(screen.queryByText('Customer domains')).toBeNull();
});

test('a reseller without customers has none', async () => {
  const { screen } = openReseller(answeringBranded(domainPage.resellerCustomers, { customers: [], total: 0 }));

  await screen.findByText('No Domain Found');
  await screen.findByText('Meena Iyer');
});

test('contact and domains fail each for itself, and Retry reads what failed', async () => {
  let isDown = true;
  const { screen, user } = openReseller(
    answeringBranded(domainPage.resellerCustomers, () => (isDown ? refusing(500) : { customers: [], total: 0 })),
  );
  await screen.findByText("Could not fetch the domains of this reseller's customers.");
  await screen.findByText('Meena Iyer');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('No Domain Found');
  expect(document.activeElement?.textContent).toBe('Customer domains');
});
