import { axima } from '@desk/contract/axima';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { existing, openAs, openSubscription, registered, subscription } from './testing/open-axima.tsx';

const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) => cell.textContent),
  );

test('the list tells what each domain has and until when, and is searched by domain', async () => {
  const other = { ...existing, domain_id: 5, axima_subscription_id: 6, customer_domain_name: 'indus.example' };
  const { screen, user } = openAs('ADMIN', 'axima_domains', answering(axima.existing, { domains: [existing, other] }));
  await screen.findByText('indus.example');

  await user.type(screen.getByLabelText('Search domain'), 'ACME');

  await waitFor(() =>
    expect(cells()).toEqual([
      ['acme.example', '○none', 'Acme Textiles', 'Axima Mail Business', '25', '01-11-2026', '01-11-2027'],
    ]),
  );
});

test('beside each domain stands whether it reached the CRM, and why it did not', async () => {
  const refused = { crm_state: 'refused', crm_reason: 'Task “Invoice acme.example”: No owner' } as const;
  const { screen } = openAs(
    'SALESC',
    'axima_domains',
    answering(axima.existing, { domains: [{ ...existing, ...refused }] }),
  );
  await screen.findByText('acme.example');
  expect(cells()[0]?.slice(0, 2)).toEqual(['acme.example', '■refusedTask “Invoice acme.example”: No owner']);
});

test('the register has it too', async () => {
  const done = { ...registered, crm_state: 'done', crm_reason: 'Ravi Iyer' } as const;
  const { screen } = openAs('SALESC', 'add_axima_domain', answering(axima.all, { domains: [done] }));
  await screen.findByText('acme.example');
  expect(cells()[0]?.slice(0, 2)).toEqual(['acme.example', '●doneRavi Iyer']);
});

test.each([
  ['SALESC', ['Edit Domain', 'Add Subscription']],
  ['ADEPLOY', ['Edit Domain']],
  ['AXSUP', ['Add License']],
  ['ADMIN', []],
] as const)('%s finds at a subscription: %j', async (role, wanted) => {
  const { screen } = await openSubscription(role);

  const all = ['Edit Domain', 'Add License', 'Add Subscription'];
  const found = all.filter((name) => screen.queryByRole('button', { name: new RegExp(`^${name}`) }));
  expect(found).toEqual(all.filter((name) => (wanted as readonly string[]).includes(name)));
  expect(screen.queryByText('Selling Price') !== null).toBe(role === 'SALESC' || role === 'ADMIN');
});

test.each(['SALESC', 'ADEPLOY', 'AXSUP'] as const)(
  'a domain without a subscription: %s is told so, and sales can give it one',
  async (role) => {
    const none = { ...existing, plan_name: null, no_of_lics: null, axima_subscription_id: null };
    const { screen, user } = openAs(
      role,
      'axima_domains',
      answering(axima.existing, { domains: [none] }),
      answering(axima.domain, { domain: { ...registered, axima_subscription_id: null }, domains: [] }),
    );

    await user.click(await screen.findByRole('button', { name: 'acme.example' }));

    expect((await screen.findAllByText('No Subscription for this Domain')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Add Subscription' }) !== null).toBe(role === 'SALESC');
  },
);

test.each(['SALESC', 'ADEPLOY', 'AXSUP', 'ADMIN'] as const)(
  'the register, seen by %s: a domain opens, and only sales can add one',
  async (role) => {
    const { screen, user } = openAs(
      role,
      'add_axima_domain',
      answering(axima.all, { domains: [registered] }),
      answering(axima.domain, { domain: registered, domains: [subscription] }),
    );
    await screen.findByText('acme.example');
    expect(cells()).toEqual([['acme.example', '○none', 'Acme Textiles', '20 Nov 2026, 12:00']]);
    expect(screen.queryByRole('button', { name: 'Add Axima Domain' }) !== null).toBe(role === 'SALESC');

    await user.click(screen.getByRole('button', { name: 'acme.example' }));

    await screen.findByText('ravi@acme.example');
  },
);

test.each([
  ['is empty', answering(axima.all, { domains: [] })],
  ['cannot be fetched', answering(axima.all, () => refusing(500, { message: 'Try later' }))],
])('a register that %s says so', async (_, answer) => {
  const { screen } = openAs('SALESC', 'add_axima_domain', answer);

  await screen.findByText('Not Domain Present or Could not fetch Domains');
});
