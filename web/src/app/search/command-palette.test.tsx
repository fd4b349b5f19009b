import { directory } from '@desk/contract/directory';
import { followUp } from '@desk/contract/follow-up';
import { ownRenewals } from '@desk/contract/own-renewals';
import type { Role } from '@desk/contract/call';
import { search, type SearchHit } from '@desk/contract/search';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { renewal } from '../../features/own-renewals/testing/own-renewals.tsx';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { brand } from '../../parts/testing/brand.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { CommandPalette } from './command-palette.tsx';

const DIRECTORY = { menu_id: 1, menu_name: 'Domain Directory', to_route: 'indus_domains' };
const TEAM = { menu_id: 2, menu_name: 'Manage Renewal Team', to_route: 'manager_renewal_team' };
const MONTH = { menu_id: 4, menu_name: 'Monthly Renewal Data', to_route: 'get_monthly_renewal' };
const USERS = { menu_id: 6, menu_name: 'All Users', to_route: 'get_all_users' };
const OWN = { menu_id: 5, menu_name: 'My Renewals', to_route: 'my_renewals' };

const hit = (more: Partial<SearchHit> = {}): SearchHit => ({
  kind: 'domain',
  domain_name: 'acme.example',
  title: 'acme.example',
  detail: 'Acme Private Limited',
  renewal: { renewal_id: 7, renewal_date: '2026-12-02' },
  is_similar: false,
  ...more,
});
const finding = (...hits: SearchHit[]) => answering(search.everything, { hits });
const many = (count: number) =>
  Array.from({ length: count }, (_, nth) => hit({ title: `acme-${nth}.example`, domain_name: `acme-${nth}.example` }));

interface Opening {
  address?: string;
  menu?: (typeof TEAM)[];
  role?: Role;
}

function open(
  { address = '/home/manager_renewal_team', menu = [TEAM], role = 'ADMIN' }: Opening,
  ...answers: Parameters<typeof showAt>[2][]
) {
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role });
  preferencesOf('asha@desk.example');
  const shown = showAt(address, <CommandPalette onClose={() => undefined} />, brand, ...answers);
  const asked = () => shown.sent.filter(({ path }) => path === search.everything.path).map(({ body }) => body);
  const options = () => shown.screen.queryAllByRole('option').map(({ textContent }) => textContent);
  return { ...shown, asked, options, box: () => shown.screen.findByRole('combobox') };
}

test('letters find domains, whose pages open', async () => {
  const { screen, user, box, asked, address } = open({}, finding(hit()));
  await user.type(await box(), 'acm');

  await user.click(
    await screen.findByRole('option', { name: /^acme\.example\s*Acme Private Limited\s*renews 02-12-2026$/ }),
  );

  expect(asked()).toEqual([{ query: 'acm' }]);
  await waitFor(() => expect(address()).toBe('/home/domain/acme.example?renewal=7'));
});

test('hits stand in groups of their kind, and names that are only alike are marked so', async () => {
  const { screen, user, box } = open(
    {},
    finding(
      hit({ title: 'akme.example', domain_name: 'akme.example', is_similar: true }),
      hit({ kind: 'person', title: 'Nisha Rao', detail: 'nisha@acme.example' }),
      hit({ kind: 'invoice', title: 'INV-000123', detail: 'Acme' }),
      hit({ kind: 'ticket', title: '#48219', detail: 'Mail routing' }),
      hit({ kind: 'subscription', title: 'S-OLD-77', detail: 'Business Plus' }),
    ),
  );
  await user.type(await box(), 'acme');
  await screen.findByRole('option', { name: /^akme\.example.*similar name$/ });

  const groups = screen.getAllByRole('group').map((group) => group.firstElementChild?.textContent);
  expect(groups).toEqual(['Domains', 'People', 'Invoices', 'Tickets', 'Subscriptions']);
});

test('an invoice leads to the invoices of its domain, and words are not said twice', async () => {
  const invoice = { kind: 'invoice', title: 'INV-000123', detail: 'Acme' } as const;
  const { screen, user, box, address } = open(
    {},
    finding(hit({ kind: 'person', title: 'Acme Ltd', detail: 'Acme Ltd' }), hit(invoice)),
  );
  await user.type(await box(), 'acm');
  await screen.findByRole('option', { name: /^\s*Acme Ltd\s*$/ });

  await user.click(screen.getByRole('option', { name: /^INV-000123/ }));

  await waitFor(() => expect(address()).toBe('/home/domain/acme.example?renewal=7&tab=invoices'));
});

test('of a group three are shown, and all when they are asked for, while the palette stays', async () => {
  const { screen, user, box, options } = open({}, finding(...many(5)));
  await user.type(await box(), 'acme');
  await screen.findByRole('option', { name: 'Show all 5: Domains' });
  expect(options()).toHaveLength(4);

  await user.click(screen.getByRole('option', { name: 'Show all 5: Domains' }));

  expect(options()).toHaveLength(5);
});

test('an answer to other letters is never shown for what is typed now', async () => {
  const { screen, user, box, options } = open(
    {},
    answering(search.everything, ({ query }) => ({ hits: query === 'acme' ? [hit()] : [] })),
  );
  await user.type(await box(), 'acme');
  await screen.findByRole('option', { name: /^acme\.example/ });

  await user.type(await box(), 'x');

  expect(options()).toEqual([]);
  await screen.findByText(/^Nothing by that name among the screens, domains,/);
});

test('a search that failed is not called an empty one, and the screens stay', async () => {
  const { screen, user, box } = open(
    {},
    answering(search.everything, () => refusing(0)),
  );
  await user.type(await box(), 'renewal');

  await screen.findByText(/^The search failed: only screens are shown\. The server did not answer/);
  expect(screen.getByRole('option', { name: /^Manage Renewal Team/ })).toBeTruthy();
});

test('what was opened is offered before anything is typed, and stands first when it is found again', async () => {
  const answer = finding(hit({ title: 'aaa-acme.example', domain_name: 'aaa-acme.example' }), hit());
  const first = open({}, answer);
  await first.user.type(await first.box(), 'acme');
  await first.user.click(await first.screen.findByRole('option', { name: /^acme\.example/ }));
  const stored = JSON.stringify(Object.entries(localStorage));
  expect(stored).toContain('acme.example');
  expect(stored).not.toContain('Acme Private Limited');

  cleanup();
  const second = open({}, answer);
  await second.screen.findByRole('option', { name: /^acme\.example\s*opened lately$/ });
  await second.user.type(await second.box(), 'acme');
  await waitFor(() => expect(second.options()[0]).toMatch(/^acme\.example/));
});

test.each([
  ['who may', [MONTH], 2],
  ['who may not', [TEAM], 0],
])('the first domain can be commented and notified from here by %s', async (_, menu, count) => {
  const { screen, user, box, sent } = open({ menu }, finding(hit()));
  await user.type(await box(), 'acme');
  await screen.findByRole('option', { name: /^acme\.example/ });

  const actions = screen.queryAllByRole('option', { name: /^(Add Comments|Send Notification)$/ });
  expect(actions).toHaveLength(count);
  if (!actions[0]) return;
  expect(screen.getByText('Do with acme.example')).toBeTruthy();
  await user.click(actions[0]);

  await screen.findByRole('dialog', { name: 'Add Comments: acme.example' });
  expect(screen.queryByRole('combobox', { name: /^Search domains/ })).toBeNull();
  expect(followUp.saveStatus.screens).toContain('get_monthly_renewal');
  expect(sent.length).toBeGreaterThan(1);
});

test('all domains of that name are one press away, for who has the directory', async () => {
  const { screen, user, box, address } = open({ menu: [DIRECTORY] }, finding());
  await user.type(await box(), 'acm');

  await user.click(await screen.findByRole('option', { name: /^“\s*acm\s*” in Domain Directory$/ }));

  await waitFor(() => expect(address()).toBe('/home/indus_domains?q=acm'));
  expect(directory.search.screens).toEqual(['{provider}_domains']);
});

test('a customer finds the own renewals, which open in their list', async () => {
  const own = answering(ownRenewals.list, { renewals: [renewal({ domain_name: 'tara.example' })], total: 1 });
  const { screen, user, box, address, asked } = open(
    { address: '/home/map_domain', menu: [OWN], role: 'CUSTOMER' },
    own,
  );
  await user.type(await box(), 'tara');

  await user.click(await screen.findByRole('option', { name: /^tara\.example/ }));

  await waitFor(() => expect(address()).toBe('/home/my_renewals?q=tara.example'));
  expect(asked()).toEqual([]);
});

test('what a customer does not find is said of what was looked through only; what failed is said as well', async () => {
  let fails = false;
  const own = answering(ownRenewals.list, () => (fails ? refusing(0) : { renewals: [], total: 0 }));
  const { screen, user, box } = open({ address: '/home/map_domain', menu: [OWN], role: 'CUSTOMER' }, own);
  await user.type(await box(), 'zz');
  await screen.findByText('No screen by that name. Domains are found from 3 letters on.');
  await user.type(await box(), 'zz');
  await screen.findByText('Nothing by that name among the screens and your renewals.');
  fails = true;
  await user.type(await box(), 'z');

  await screen.findByText(/^Domains could not be searched\. The server did not answer\./);
});

test('who has no screen of domains finds screens only', async () => {
  const { screen, user, box, asked } = open({ address: '/home/get_all_users', menu: [USERS] });

  await user.type(await box(), 'users');

  await screen.findByRole('option', { name: /^All\s*Users\s*Administration$/ });
  await user.type(await box(), 'xyz');
  await screen.findByText('No screen by that name. You have no list in which domains could be looked up.');
  expect(asked()).toEqual([]);
});
