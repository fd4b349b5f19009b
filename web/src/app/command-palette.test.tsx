import { directory } from '@desk/contract/directory';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../api/session.ts';
import { brand } from '../parts/testing/brand.ts';
import { answering, showAt } from '../testing/show.tsx';
import { CommandPalette } from './command-palette.tsx';

const DIRECTORY = { menu_id: 1, menu_name: 'Domain Directory', to_route: 'indus_domains' };
const TEAM = { menu_id: 2, menu_name: 'Renewal Team', to_route: 'manager_renewal_team' };
const found = answering(directory.search, {
  domains: [{ domain: 'acme.example', company: 'Acme Private Limited', username: null, reseller_status: 'N' }],
  total: 1,
});

function open(address: string, ...menu: (typeof TEAM)[]) {
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'ADMIN' });
  const shown = showAt(address, <CommandPalette onClose={() => undefined} />, brand, found);
  const asked = () => shown.sent.filter(({ path }) => path === directory.search.path).map(({ body }) => body);
  return { ...shown, asked };
}

test('three letters find domains, which open over the screen', async () => {
  const { screen, user, asked, address } = open('/home/manager_renewal_team', DIRECTORY, TEAM);
  await user.type(await screen.findByRole('combobox'), 'acm');

  await user.click(await screen.findByRole('option', { name: 'acme.example Acme Private Limited' }));

  expect(asked()).toEqual([{ tabValue: 'customers', search: 'acm', page: 1 }]);
  await waitFor(() => expect(address()).toBe('/home/manager_renewal_team?domain=acme.example'));
});

test('where no screen is open a domain opens over the directory', async () => {
  const { screen, user, address } = open('/error', DIRECTORY);
  await user.type(await screen.findByRole('combobox'), 'acme');
  await screen.findByRole('option', { name: /acme\.example/ });

  await user.keyboard('{Enter}');

  await waitFor(() => expect(address()).toBe('/home/indus_domains?domain=acme.example'));
});

test('who has no directory finds screens only', async () => {
  const { screen, user, asked } = open('/home/manager_renewal_team', TEAM);

  await user.type(await screen.findByRole('combobox'), 'renew');

  await screen.findByRole('option', { name: 'Renewal Team Screens' });
  await user.type(screen.getByRole('combobox'), 'xyz');
  await screen.findByText('Nothing by that name.');
  expect(asked()).toEqual([]);
});
