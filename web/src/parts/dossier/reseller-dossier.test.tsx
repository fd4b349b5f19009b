import { dossier } from '@desk/contract/dossier';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusing } from '../../testing/show.tsx';
import { answeringBranded, pathOf } from '../testing/brand.ts';
import { bareDossier } from '../testing/dossier.ts';
import { facts, openDossier } from '../testing/open-dossier.tsx';

const THROUGH = {
  resellerType: 'Y',
  reseller_company: 'Cauvery Cloud',
  reseller_name: 'Meena Iyer',
  reseller_email: 'sales@cauvery.example',
} as const;
const reseller = answeringBranded(dossier.reseller, {
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
const customers = answeringBranded(dossier.resellerCustomers, {
  customers: [
    { domain_name: 'indus.example', cust_id: 1 },
    { domain_name: 'kaveri.example', cust_id: 2 },
    { domain_name: 'tara.example', cust_id: 3 },
  ],
  total: 1204,
});

const openAt = (search: string, ...answers: Parameters<typeof openDossier>[1][]) =>
  openDossier(search, ...answers, ...bareDossier(THROUGH), reseller, customers);

test('a domain sold through a reseller names it, and leads to its contact and the domains of its customers', async () => {
  const { screen, user, sent, address } = openAt('');
  await user.click(await screen.findByRole('button', { name: 'indus.example' }));
  await screen.findByText('Reseller');

  await user.click(await screen.findByRole('button', { name: 'Cauvery Cloud (Meena Iyer)' }));

  await screen.findByRole('dialog', { name: 'Cauvery Cloud' });
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
  expect(sent.find(({ path }) => path === pathOf(dossier.resellerCustomers))?.body).toEqual({
    reseller_domain: 'cauvery.example',
    reseller_email: 'sales@cauvery.example',
  });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(address()).toBe('/home?reseller=sales%40cauvery.example');
});

test('dossiers take each other’s place: Back leads through them, Close out of all at once', async () => {
  const { screen, user, address } = openAt('month=2026-11');
  const link = await screen.findByRole('button', { name: 'indus.example' });
  await user.click(link);
  await user.click(await screen.findByRole('button', { name: 'Cauvery Cloud (Meena Iyer)' }));
  await user.click(await screen.findByRole('button', { name: 'tara.example' }));
  await screen.findByRole('dialog', { name: 'tara.example' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);

  await user.click(screen.getByText('Back to sales@cauvery.example'));
  await screen.findByRole('dialog', { name: 'Cauvery Cloud' });
  await user.click(screen.getByText('Back to indus.example'));
  await screen.findByRole('dialog', { name: 'indus.example' });
  expect(screen.queryByText(/^Back to/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Cauvery Cloud (Meena Iyer)' }));
  await screen.findByRole('dialog', { name: 'Cauvery Cloud' });
  await user.click(screen.getByText('Close'));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/home?month=2026-11');
  expect(document.activeElement).toBe(link);
});

test('the list of domains is one tab stop, and the arrows walk it', async () => {
  const { screen, user } = openAt('reseller=sales@cauvery.example');
  const first = await screen.findByText('kaveri.example');
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('ul button')].filter((button) => button.tabIndex === 0);
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
  const { screen } = openAt(
    'reseller=notanemail',
    answeringBranded(dossier.reseller, () => refusing(status, { message: 'Enter a valid e-mail address' })),
  );

  await screen.findByText('No resellers found.');
  expect(screen.queryByText('Customer domains')).toBeNull();
});

test('a reseller without customers has none', async () => {
  const { screen } = openAt(
    'reseller=sales@cauvery.example',
    answeringBranded(dossier.resellerCustomers, { customers: [], total: 0 }),
  );

  await screen.findByText('No Domain Found');
  await screen.findByText('Meena Iyer');
});

test('contact and domains fail each for itself, and Retry reads what failed', async () => {
  let isDown = true;
  const { screen, user } = openAt(
    'reseller=sales@cauvery.example',
    answeringBranded(dossier.resellerCustomers, () => (isDown ? refusing(500) : { customers: [], total: 0 })),
  );
  await screen.findByText("Could not fetch the domains of this reseller's customers.");
  await screen.findByText('Meena Iyer');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('No Domain Found');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});
