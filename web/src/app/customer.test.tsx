import { access } from '@desk/contract/access';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '../api/session.ts';
import { showAt } from '../testing/show.tsx';
import { Greeting } from './greeting.tsx';
import { Shell } from './frame/shell.tsx';
import { layoutAnswers as answers, menu, user } from './testing/customer.ts';

beforeEach(() => storeSession({ user, token: { login_token: 't', exp: 4_000_000_000 }, menu, role: 'CUSTOMER' }));

test('a customer has the same layout: e-mail, Main Menu, the menu items and Logout', async () => {
  const { screen } = showAt('/home', <Shell />, ...answers);
  const side = await screen.findByRole('navigation', { name: 'Main Menu' });
  const pieces = [...side.querySelectorAll('h2, a, button')].map((piece) => piece.textContent);
  // Who is logged in stands at the foot, beside the way out.
  expect(pieces).toEqual(['Main Menu', 'Mapped Domain', `KAUser ${user} Customer`, 'Logout']);
  expect([...side.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/home/map_domain',
    '/logout',
  ]);
});

test('a customer opens the own profile, and the layout calls nothing that only staff may', async () => {
  const { screen, user: person, sent } = showAt('/home', <Shell />, ...answers);
  await person.click(await screen.findByRole('button', { name: /^User\s*kavya@indus-motors\.example\s*Customer$/ }));
  await person.click(screen.getByRole('button', { name: 'User Profile' }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Kavya Iyer');
  const allowed = Object.values(access).filter(({ audience }) => audience === 'public' || audience === 'signed-in');
  const paths = allowed.map(({ path }) => path as string);
  expect(sent.filter(({ path }) => !paths.includes(path))).toEqual([]);
});

test('a customer is told whom to call, on every page', async () => {
  const { screen } = showAt('/home', <Shell />, ...answers);
  const link = await screen.findByRole('link', { name: 'Call us on +91 22 5550 0100' });
  expect(link.getAttribute('href')).toBe('tel:+912255500100');
});

test('with an empty menu the greeting says that nothing was delegated yet', async () => {
  const { screen } = showAt('/home', <Greeting />);
  expect(await screen.findByText(/^Nothing was delegated to you yet.*Our staff can/)).toBeTruthy();
});

test('a customer has no Recent changes: nothing of theirs can stand there', async () => {
  const { screen } = showAt('/home', <Shell />, ...answers);
  await screen.findByRole('button', { name: /^User\s*kavya@indus-motors\.example\s*Customer$/ });
  expect(screen.queryByText('Recent changes')).toBeNull();
});
