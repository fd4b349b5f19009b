import { directory } from '@desk/contract/directory';
import { ownRenewals } from '@desk/contract/own-renewals';
import { renewals } from '@desk/contract/renewals';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../api/session.ts';
import { renewal } from '../features/own-renewals/testing/own-renewals.tsx';
import { brand } from '../parts/testing/brand.ts';
import { renewalRow } from '../parts/testing/renewal.ts';
import { answering, refusing, showAt } from '../testing/show.tsx';
import { CommandPalette } from './command-palette.tsx';

const DIRECTORY = { menu_id: 1, menu_name: 'Domain Directory', to_route: 'indus_domains' };
const TEAM = { menu_id: 2, menu_name: 'Renewal Team', to_route: 'manager_renewal_team' };
const found = answering(directory.search, {
  domains: [{ domain: 'acme.example', company: 'Acme Private Limited', username: null, reseller_status: 'N' }],
  total: 1,
});

function open(address: string, menu: (typeof TEAM)[], ...answers: Parameters<typeof showAt>[2][]) {
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'ADMIN' });
  const shown = showAt(address, <CommandPalette onClose={() => undefined} />, brand, found, ...answers);
  const asked = () => shown.sent.filter(({ path }) => path === directory.search.path).map(({ body }) => body);
  return { ...shown, asked };
}

test('three letters find domains, which open over the screen', async () => {
  const { screen, user, asked, address } = open('/home/manager_renewal_team', [DIRECTORY, TEAM]);
  await user.type(await screen.findByRole('combobox'), 'acm');

  await user.click(await screen.findByRole('option', { name: 'acme.example Acme Private Limited' }));

  expect(asked()).toEqual([{ tabValue: 'customers', search: 'acm', page: 1 }]);
  await waitFor(() => expect(address()).toBe('/home/domain/acme.example'));
});

test('where no screen is open a domain opens over the directory', async () => {
  const { screen, user, address } = open('/error', [DIRECTORY]);
  await user.type(await screen.findByRole('combobox'), 'acme');
  await screen.findByRole('option', { name: /acme\.example/ });

  await user.keyboard('{Enter}');

  await waitFor(() => expect(address()).toBe('/home/indus_domains?domain=acme.example'));
});

const MINE = { menu_id: 3, menu_name: 'My Renewal Domains', to_route: 'my_renewal_domain' };
const MONTH = { menu_id: 4, menu_name: 'Monthly Renewal Data', to_route: 'get_monthly_renewal' };
const OWN = { menu_id: 5, menu_name: 'My Renewals', to_route: 'my_renewals' };
const tara = renewalRow({ renewal_id: 8, domain_name: 'tara.example', company_name: 'Tara Foods' });
const taraToo = renewalRow({ renewal_id: 9, domain_name: 'tara-too.example', company_name: 'Tara Foods' });
const mine = answering(renewals.mine, { domains: [tara], total: 1 });
const month = answering(renewals.monthly, { customer: [tara, taraToo, renewalRow()], revision: '1' });

test('who has no directory finds what is on the own lists, each domain once', async () => {
  const { screen, user, asked, address } = open('/home/my_renewal_domain', [MINE, MONTH], mine, month);
  await user.type(await screen.findByRole('combobox'), 'Tara');
  await screen.findByRole('option', { name: 'tara-too.example Tara Foods' });
  expect(screen.getAllByRole('option')).toHaveLength(2);

  await user.click(screen.getByRole('option', { name: 'tara.example Tara Foods' }));

  expect(asked()).toEqual([]);
  await waitFor(() => expect(address()).toBe('/home/domain/tara.example'));
});

test('what is not found is said of what was looked through only', async () => {
  const none = answering(renewals.mine, { domains: [], total: 0 });
  const { screen, user } = open('/home/my_renewal_domain', [MINE], none);
  await user.type(await screen.findByRole('combobox'), 'zz');
  await screen.findByText('No screen by that name. Domains are found from 3 letters on.');

  await user.type(screen.getByRole('combobox'), 'zz');

  await screen.findByText('Nothing by that name among the screens and your own renewals.');
});

test('a search that failed is not called an empty one', async () => {
  const { screen, user } = open(
    '/home/my_renewal_domain',
    [MINE],
    answering(renewals.mine, () => refusing(0)),
  );
  await user.type(await screen.findByRole('combobox'), 'tara');

  await screen.findByText(/^Domains could not be searched\. The server did not answer\./);
});

test('a customer finds the own renewals, which open in their list', async () => {
  const own = answering(ownRenewals.list, { renewals: [renewal({ domain_name: 'tara.example' })], total: 1 });
  const { screen, user, address } = open('/home/map_domain', [OWN], own);
  await user.type(await screen.findByRole('combobox'), 'tara');

  await user.click(await screen.findByRole('option', { name: /^tara\.example/ }));

  await waitFor(() => expect(address()).toBe('/home/my_renewals?q=tara.example'));
});

test('who has no list of domains finds screens only', async () => {
  const { screen, user, asked } = open('/home/manager_renewal_team', [TEAM]);

  await user.type(await screen.findByRole('combobox'), 'renew');

  await screen.findByRole('option', { name: 'Renewal Team Screens' });
  await user.type(screen.getByRole('combobox'), 'xyz');
  await screen.findByText('No screen by that name. You have no list in which domains could be looked up.');
  expect(asked()).toEqual([]);
});
