import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { expect, test } from 'vitest';
import { readSession, rememberAddress } from '../../api/session.ts';
import { answering, refusing, show, showAt } from '../../testing/show.tsx';
import { LoginScreen } from './login.screen.tsx';

const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
const signedIn: ReplyOf<typeof access.login> = {
  email: 'kavya@indus-motors.example',
  token: { login_token: 'secret', exp: 1_800_000_000 },
  menu: [{ menu_id: 9, menu_name: 'Mapped Domain', to_route: 'map_domain' }],
  role: 'CUSTOMER',
  firstLogin: false,
};

async function typedLogin(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<LoginScreen />, brand, ...answers);
  await shown.user.type(await shown.screen.findByLabelText(/^Username/), ' Kavya@Indus-Motors.example ');
  await shown.user.type(shown.screen.getByLabelText(/^Password/), 'a long password');
  return shown;
}

test('a customer logs in with e-mail and password; the session is stored and home is next', async () => {
  const { screen, user, sent, address } = await typedLogin(answering(access.login, signedIn));
  await user.keyboard('{Enter}');
  await screen.findByText('Somewhere else');
  expect(sent.at(-1)).toMatchObject({
    path: 'login/',
    body: { email: 'kavya@indus-motors.example', password: 'a long password' },
  });
  expect(address()).toBe('/home');
  expect(readSession()).toMatchObject({ user: 'kavya@indus-motors.example', role: 'CUSTOMER', menu: signedIn.menu });
});

test.each([
  ['/home/map_domain?q=indus', '/home/map_domain?q=indus'],
  // A screen without its menu says so itself.
  ['/home/get_all_users?page=2', '/home/get_all_users?page=2'],
  ['/error', '/home'],
  ['/logout?ended=1', '/home'],
  ['//elsewhere.example/home/map_domain', '/home'],
  ['https://elsewhere.example/home/map_domain', '/home'],
  ['/home\\@elsewhere.example', '/home'],
])('an address asked for before the login (%s) leads to %s', async (asked, landed) => {
  rememberAddress('', asked);
  const { screen, user, address } = await typedLogin(answering(access.login, signedIn));
  await user.keyboard('{Enter}');
  await screen.findByText('Somewhere else');
  expect(address()).toBe(landed);
});

test.each(['Username', 'Password'])('a blank %s is told before anything is sent', async (blank) => {
  const { screen, user, sent } = await typedLogin();
  await user.clear(screen.getByLabelText(new RegExp(`^${blank}`)));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(screen.getByText('Email or Password cannot be blank..!')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(new RegExp(`^${blank}`)));
  expect(sent.map(({ path }) => path)).toEqual(['brand/']);
});

test.each([
  [403, 'User is Either Not Active or Suspended'],
  [401, 'Incorrect Username or Password..!'],
  [404, 'Email Not Found..!!'],
  [429, 'Something went Wrong...!'],
  [500, 'Something went Wrong...!'],
  [0, 'The server did not answer. Check your connection and try again.'],
])('a customer login that is answered with %i says: %s', async (status, text) => {
  const { screen, user } = await typedLogin(answering(access.login, () => refusing(status)));
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findByText(text)).closest('[role=alert]')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Username/).value.trim()).toBe('Kavya@Indus-Motors.example');
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('a long password');
  expect(readSession()).toBeUndefined();
});

test('while the login is under way the page says so, and a second Enter sends nothing', async () => {
  const never = new Promise<Response>(() => undefined);
  const { screen, user, sent } = await typedLogin(answering(access.login, signedIn));
  let calls = 0;
  globalThis.fetch = () => {
    calls += 1;
    return never;
  };
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Please wait')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(calls).toBe(1);
  expect(sent).toHaveLength(1);
});

test.each([
  ['Forgot Password', '/forget_password'],
  ['Create new account', '/register'],
  ['Staff login', '/adminpanel'],
])('the link %s leads to %s', async (name, href) => {
  const { screen } = show(<LoginScreen />, brand);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});

test('whoever has just registered reads that staff will look at the account', async () => {
  const { screen } = showAt('/?registered=1', <LoginScreen />, brand);
  expect(await screen.findByText(/^Thank you for registering\. .* once they approved it\.$/)).toBeTruthy();
});
