import type { Role } from '@desk/contract/call';
import { isPage, PAGES } from '@desk/contract/rules/pages';
import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { clearSession, storeSession, takeAddress } from '../api/session.ts';
import { router } from './router.tsx';

const user = 'kavya@indus-motors.example';
const signIn = (role: Role, ...routes: readonly string[]) =>
  storeSession({
    user,
    token: { login_token: 'secret', exp: 4_000_000_000 },
    menu: routes.map((to_route, at) => ({ menu_id: at + 1, menu_name: to_route, to_route })),
    role,
  });

/** Where a visitor of this address ends. */
async function visit(address: string): Promise<string> {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  return router.state.location.href;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test.each([
  '/',
  '/register',
  '/forget_password',
  '/adminpanel',
  '/adminpanel/register',
  '/adminpanel/forget_password',
  '/adminpanel/reset_password',
  '/thank-you',
  '/logout',
])('%s stands open without a session', async (address) => {
  expect(await visit(address)).toBe(address);
  expect(router.state.matches.at(-1)?.routeId).toBe(address);
});

test.each(['/', '/home'])('a stored user at %s is led to the first entry of the menu', async (address) => {
  signIn('CUSTOMER', 'map_domain', 'add_license');
  expect(await visit(address)).toBe('/home/map_domain');
});

test('a customer at /adminpanel, where staff log in, is led nowhere else', async () => {
  signIn('CUSTOMER', 'map_domain', 'add_license');
  expect(await visit('/adminpanel')).toBe('/adminpanel');
});

test.each([
  ['RMEMBER', ['renewal_member_dashboard', 'get_monthly_renewal'], 'my_day'],
  ['RMEMBER', ['jumpcloud_renewal_data'], 'my_day'],
  ['RMEMBER', ['renewal_member_dashboard'], 'renewal_member_dashboard'],
  ['ADMIN', ['get_all_users', 'get_monthly_renewal'], 'get_all_users'],
] as const)('%s with the menu %j lands on %s', async (role, routes, home) => {
  signIn(role, ...routes);
  expect(await visit('/adminpanel')).toBe(`/home/${home}`);
});

test.each(['/', '/adminpanel'])('a stored user without a menu is led from %s to the greeting', async (address) => {
  signIn('ADMIN');
  expect(await visit(address)).toBe('/home');
});

test.each([
  ['/home/map_domain?q=indus', '/'],
  ['/home/my_renewals', '/'],
  ['/home/add_license', '/'],
  ['/home/get_monthly_renewal?month=2026-10&domain=indus.example', '/adminpanel'],
  ['/home/indus_portal', '/adminpanel'],
])('a link to %s leads who never logged in here to %s, and after the login to the link', async (link, login) => {
  expect(await visit(link)).toBe(login);
  expect(takeAddress(user)).toBe(link);
});

test.each([
  ['CUSTOMER', '/home/get_monthly_renewal', '/adminpanel'],
  ['ADMIN', '/home/map_domain', '/'],
] as const)('where %s logged in last, a link to %s leads to the login of its own', async (role, link, login) => {
  signIn(role, 'map_domain');
  clearSession();
  expect(await visit(link)).toBe(login);
});

test.each([
  ['CUSTOMER', '/'],
  ['ADMIN', '/adminpanel'],
  ['RMEMBER', '/adminpanel'],
] as const)('where %s logged in last, a visitor without a session is led to %s', async (role, login) => {
  signIn(role, 'map_domain');
  clearSession();
  for (const address of ['/home', '/error']) expect(await visit(address)).toBe(login);
});

test('the server knows each address of the app, and no other', () => {
  const paths = Object.keys(router.routesByPath).filter((path) => !path.includes('$'));
  expect(paths.toSorted()).toEqual([...PAGES].toSorted());
  for (const path of ['get_monthly_renewal', 'domain/acme.example', 'reseller/sales%40cauvery.example/'])
    expect(isPage(`/home/${path}`)).toBe(true);
  for (const path of ['domain/acme.example/more', 'customer/acme.example']) expect(isPage(`/home/${path}`)).toBe(false);
});

test.each([
  ['?month=2026-10&domain=indus.example', '/home/domain/indus.example'],
  ['?reseller=sales@cauvery.example', '/home/reseller/sales%40cauvery.example'],
])('an address from before there were pages, %s, leads to the page', async (search, page) => {
  signIn('ADMIN', 'get_monthly_renewal');
  expect(await visit(`/home/get_monthly_renewal${search}`)).toBe(page);
});

test.each([
  ['who logs in next', 'ravi@desk.example', false],
  ['who comes back', user, true],
])(
  '%s after a session that ended: the address is there for %s, drafts of the one before are: %s',
  async (_, next, stays) => {
    signIn('ADMIN', 'get_monthly_renewal');
    await visit('/home/get_monthly_renewal');
    sessionStorage.setItem('desk:draft:comment-1', '{}');
    clearSession('ended');
    const link = '/home/domain/indus.example';
    expect(await visit(link)).toBe('/adminpanel');

    expect(takeAddress(next)).toBe(link);
    expect(sessionStorage.getItem('desk:draft:comment-1') !== null).toBe(stays);
  },
);

test('who logs in in another tab finds no drafts of the one before in this one', async () => {
  signIn('ADMIN', 'get_monthly_renewal');
  await visit('/home/get_monthly_renewal');
  sessionStorage.setItem('desk:draft:comment-1', '{}');
  const token = { login_token: 'other', exp: 4_000_000_000 };
  const menu = [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }];
  storeSession({ user: 'ravi@desk.example', token, menu, role: 'ADMIN' });
  await visit('/home/get_monthly_renewal?month=2026-10');

  expect(sessionStorage.getItem('desk:draft:comment-1')).toBeNull();
});

test('a link to the page of a domain leads who never logged in here to the login of the staff', async () => {
  expect(await visit('/home/domain/indus.example')).toBe('/adminpanel');
  expect(takeAddress(user)).toBe('/home/domain/indus.example');
});
