import { access } from '@desk/contract/access';
import { portal } from '@desk/contract/portal';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storeSession } from '../api/session.ts';
import { answering, refusing, showAt } from '../testing/show.tsx';
import { router } from './router.tsx';

const menu = [
  { menu_id: 1, menu_name: 'Provider Portal', to_route: 'indus_portal' },
  { menu_id: 2, menu_name: 'US Portal', to_route: 'us_indus_portal' },
  { menu_id: 3, menu_name: 'Elsewhere', to_route: 'no_such_screen' },
];
const brand = {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
};
const user = 'asha@desk.example';
const nothing = { customer: [], total: 0 };
const list = ['adminpanel/get_indus_portal/', answering(portal.list, nothing)[1]] as const;
const usList = ['adminpanel/get_us_indus_portal/', answering(portal.usList, nothing)[1]] as const;

beforeEach(() => storeSession({ user, token: { login_token: 't', exp: 4_000_000_000 }, menu, role: 'ADMIN' }));

/** The whole product at an address, with this answer to the question for the brand. */
async function visit(
  address: string,
  answer: Parameters<typeof answering<typeof access.brand>>[1],
  ...more: Parameters<typeof showAt>[2][]
) {
  const profile = answering(access.profile, { name: 'Asha', phone_number: '', email: user, role: 'ADMIN' });
  const answers = [...more, answering(access.brand, answer), answering(access.menu, { menu }), profile, list, usList];
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/error'] }) });
  const shown = showAt('/', <RouterProvider router={router} />, ...answers);
  await act(() => router.navigate({ href: address }));
  return shown;
}

test.each([
  ['/home/indus_portal', 'Provider Portal'],
  ['/home/us_indus_portal', 'US Portal'],
])("%s leads to the screen that carries the brand's slug", async (address, title) => {
  const { screen } = await visit(address, brand);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
});

test.each(['/home/no_such_screen', '/home/provider_portal', '/home/never_heard_of'])(
  '%s, which is no screen, is a wrong URL',
  async (address) => {
    const { screen } = await visit(address, brand);
    expect(await screen.findByText('Wrong URL..!!!')).toBeDefined();
  },
);

test('a screen of the staff that one does not have says so, and whom to ask', async () => {
  const { screen } = await visit('/home/get_all_users', brand);

  expect(await screen.findByRole('heading', { name: 'You do not have this screen' })).toBeDefined();
  expect(screen.getByText(/An administrator gives it to you/)).toBeDefined();
  expect(screen.queryByText('Wrong URL..!!!')).toBeNull();
});

test('who works on renewals has My day above the menu, and who does not has it not', async () => {
  const renewals = [{ menu_id: 4, menu_name: 'Renewal Data', to_route: 'get_renewal_data' }, ...menu];
  const { screen } = await visit('/home/my_day', brand);
  expect(await screen.findByRole('heading', { name: 'You do not have this screen' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'My day' })).toBeNull();

  act(() => storeSession({ user, token: { login_token: 't', exp: 4_000_000_000 }, menu: renewals, role: 'ADMIN' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'My day' })).toBeDefined();
  const side = screen.getByRole('navigation', { name: 'Main Menu' });
  expect([...side.querySelectorAll('li a')].map((link) => link.textContent)).toEqual([
    'My day',
    'Deadlines',
    'Mail in',
    'Renewal Data',
    'Provider Portal',
    'US Portal',
    'Elsewhere',
  ]);
});

test('who has the add-on’s screen alone has My day, and not the deadlines of renewals', async () => {
  const addOns = [{ menu_id: 4, menu_name: 'Axima Domains', to_route: 'axima_domains' }];
  storeSession({ user, token: { login_token: 't', exp: 4_000_000_000 }, menu: addOns, role: 'AXSUP' });
  const { screen } = await visit('/home/my_day', brand, answering(access.menu, { menu: addOns }));

  expect(await screen.findByRole('heading', { level: 1, name: 'My day' })).toBeDefined();
  const side = screen.getByRole('navigation', { name: 'Main Menu' });
  expect([...side.querySelectorAll('li a')].map((link) => link.textContent)).toEqual(['My day', 'Axima Domains']);
});

test('a link to a screen of the customers says to staff whose it is, and as whom they are logged in', async () => {
  const { screen } = await visit('/home/map_domain', brand);
  expect(await screen.findByRole('heading', { name: 'You do not have this screen' })).toBeDefined();
  expect(screen.getByText(/This is a screen of the customers/).textContent).toContain(user);
});

test('where the slug cannot be asked for, the screen can be tried again', async () => {
  let down = true;
  const { screen, user: person } = await visit('/home/indus_portal', () => (down ? refusing(0) : brand));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  down = false;

  await person.click(retry);

  expect(await screen.findByRole('heading', { level: 1, name: 'Provider Portal' })).toBeDefined();
});

test('menus that are taken away leave the sidebar of an open browser, and the screen that was open says so', async () => {
  let now = menu;
  const { screen, user: person } = await visit(
    '/home/indus_portal',
    brand,
    answering(access.menu, () => ({ menu: now })),
    answering(access.checkSession, () => ({
      email: user,
      role: 'ADMIN' as const,
      firstLogin: false,
      exp: 4_000_000_000,
      routes: now.map(({ to_route }) => to_route),
    })),
  );
  const side = () => screen.queryByRole('link', { name: 'Provider Portal' });
  await screen.findByRole('heading', { level: 1, name: 'Provider Portal' });
  expect(side()).not.toBeNull();

  now = menu.slice(1);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));

  await screen.findByRole('heading', { level: 1, name: 'You do not have this screen any more' });
  expect(screen.getByText(/^Your menus were changed while it was open/)).toBeDefined();
  expect(side()).toBeNull();

  await person.click(screen.getByRole('link', { name: 'US Portal' }));
  await screen.findByRole('heading', { level: 1, name: 'US Portal' });

  now = menu;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByRole('link', { name: 'Provider Portal' });
});

test('a refused call of a screen asks for the menu at once', async () => {
  let now = menu;
  const { screen } = await visit(
    '/home/us_indus_portal',
    brand,
    answering(access.menu, () => ({ menu: now })),
    answering(access.checkSession, () => ({
      email: user,
      role: 'ADMIN' as const,
      firstLogin: false,
      exp: 4_000_000_000,
      routes: now.map(({ to_route }) => to_route),
    })),
    ['adminpanel/get_indus_portal/', () => refusing(403)],
  );
  await screen.findByRole('link', { name: 'Provider Portal' });
  now = menu.slice(1);

  await act(() => router.navigate({ href: '/home/indus_portal' }));

  await screen.findByRole('heading', { level: 1, name: 'You do not have this screen any more' });
});
