import { access } from '@desk/contract/access';
import type { Role } from '@desk/contract/call';
import { expect, test } from 'vitest';
import { rememberAddress, storeSession, takeAddress } from '../../api/session.ts';
import { keepDraft, readDraft } from '../../kit/form/drafts.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { LogoutScreen } from './logout.screen.tsx';

const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
const message = answering(access.logout, {});

const signIn = (role: Role) =>
  storeSession({
    user: 'asha@resell.example',
    token: { login_token: 'secret', exp: 1_800_000_000 },
    menu: [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }],
    role,
  });

test.each([
  ['CUSTOMER', '/'],
  ['ADMIN', '/adminpanel'],
  ['RMEMBER', '/adminpanel'],
] as const)('logging out as %s ends the session on the server and leads to %s', async (role, login) => {
  signIn(role);
  keepDraft('comment-1', { comment: 'typed' });
  const { screen, sent, address } = showAt('/logout', <LogoutScreen />, brand, message);
  await screen.findByText('Somewhere else');
  expect(address()).toBe(login);
  expect(sent.find(({ path }) => path === access.logout.path)?.headers.get('authorization')).toBe('secret');
  expect(sessionStorage).toHaveLength(0);
  expect(Object.keys(localStorage)).toEqual(['desk:entrance']);
  expect(screen.queryByText(/could not be told/)).toBeNull();
});

test.each([0, 500])('that the server could not be told (%i) is said; the browser keeps nothing', async (status) => {
  signIn('CUSTOMER');
  const silent = answering(access.logout, () => refusing(status));
  const { screen, address } = showAt('/logout', <LogoutScreen />, brand, silent);
  expect((await screen.findByText(/the server could not be told/)).closest('[role=alert]')).toBeTruthy();
  await screen.findByText('Somewhere else');
  expect(address()).toBe('/');
  expect(['user', 'token', 'menu', 'role'].map((key) => localStorage.getItem(key))).toEqual([null, null, null, null]);
});

test('a session that the server no longer knows needs no telling', async () => {
  signIn('ADMIN');
  const gone = answering(access.logout, () => refusing(401));
  const { screen } = showAt('/logout', <LogoutScreen />, brand, gone);
  await screen.findByText('Somewhere else');
  expect(screen.queryByText(/could not be told/)).toBeNull();
});

test.each([
  ['CUSTOMER', '/'],
  ['ADMIN', '/adminpanel'],
] as const)('a session of %s that ended by itself is told, with the way back in to %s', async (role, login) => {
  signIn(role);
  rememberAddress('asha@resell.example', '/home/get_monthly_renewal');
  keepDraft('comment-1', { comment: 'typed' });
  const { screen } = showAt('/logout?ended=1', <LogoutScreen />, brand, message);
  expect(await screen.findByText('Your session has ended. Log in again to go on where you were.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(login);
  expect(readDraft('comment-1', { comment: '' }).comment).toBe('typed');
  expect(takeAddress('asha@resell.example')).toBe('/home/get_monthly_renewal');
});
