import { axima } from '@desk/contract/axima';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { openAs, registered, subscription, type Answers } from './testing/open-axima.tsx';

async function openAddDomain(...answers: Answers) {
  const shown = openAs('SALESC', 'add_axima_domain', answering(axima.all, { domains: [] }), ...answers);
  await shown.user.click(await shown.screen.findByRole('button', { name: 'Add Axima Domain' }));
  await shown.screen.findByText('Axima Archive');
  const type = async (label: string, text: string) => {
    await shown.user.type(shown.screen.getByLabelText(new RegExp(`^${label}`)), text);
  };
  const fill = async () => {
    await type('Customer Name', 'Ravi Iyer');
    await type('Customer Email', 'ravi@acme.example');
    await type('Domain Name', 'acme.example');
    await type('User Count', '1,500');
    await shown.user.selectOptions(shown.screen.getByLabelText(/^Product/), 'Axima Archive');
    await shown.user.selectOptions(shown.screen.getByLabelText(/^Billing Frequency/), 'Monthly Monthly');
    await type('Margin Percent', '12.5');
  };
  return { ...shown, type, fill };
}

test('sales adds a domain: every label goes to the field of its name', async () => {
  const { screen, user, fill, type, bodies } = await openAddDomain(answering(axima.addDomain, {}));
  await fill();
  await type('Customer Phone Number', '+91 60000 00001');
  await type('Company Name', 'Acme Textiles');
  await type('Selling Price', '1500');
  await type('Buying Price', '1200');

  await user.click(screen.getByRole('button', { name: 'Add Domain' }));

  await screen.findByText('acme.example was added');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(axima.addDomain)).toEqual([
    {
      ticket_number: '',
      customer_name: 'Ravi Iyer',
      customer_email: 'ravi@acme.example',
      phone_number: '+91 60000 00001',
      company_name: 'Acme Textiles',
      domain_name: 'acme.example',
      tenant_name: '',
      user_count: 1500,
      product: 'Axima Archive',
      comments: '',
      order_id: '',
      billing_frequency: 'Monthly Monthly',
      selling_price: '1500.00',
      buying_price: '1200.00',
      margin_percent: '12.50',
      requested_by: '',
      field_distributor: '',
    },
  ]);
});

test('a domain that is pasted as an address is told as it is stored', async () => {
  const { screen, user, fill, type } = await openAddDomain(answering(axima.addDomain, {}));
  await fill();
  await user.clear(screen.getByLabelText(/^Domain Name/));
  await type('Domain Name', 'https://www.Acme.example/');

  await user.click(screen.getByRole('button', { name: 'Add Domain' }));

  await screen.findByText('acme.example was added');
});

test('a domain that cannot be added: the line below the buttons says so and why, and what was typed stays', async () => {
  const reason = 'This domain is registered already.';
  const { screen, user, fill } = await openAddDomain(answering(axima.addDomain, () => refusing(409)));
  await fill();

  await user.click(screen.getByRole('button', { name: 'Add Domain' }));

  const line = await screen.findByText('Failed to Add Axima Domain');
  screen.getByText(reason);
  const button = screen.getByRole('button', { name: 'Add Domain' });
  expect(button.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Domain Name/).value).toBe('acme.example');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('What you typed is not saved.');
});

test('a domain that was typed is there again after the session ended', async () => {
  const first = await openAddDomain();
  await first.type('Domain Name', 'acme.example');
  cleanup();

  const { screen } = await openAddDomain();

  expect(screen.getByLabelText<HTMLInputElement>(/^Domain Name/).value).toBe('acme.example');
});

test('what is missing or cannot be is said at its field before anything is sent', async () => {
  const { screen, user, type, bodies } = await openAddDomain();
  await type('User Count', '-4');
  await type('Margin Percent', 'high');

  await user.click(screen.getByRole('button', { name: 'Add Domain' }));

  for (const message of [
    'Enter the customer name',
    'Enter the customer e-mail',
    'Enter a domain such as company.example',
    'Enter a user count from 1 to 1,000,000',
    'Enter a margin from 0 to 100, with two decimals at most',
  ])
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(screen.getByLabelText(/^Product/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText(/^Billing Frequency/).getAttribute('aria-invalid')).toBe('true');
  expect(bodies(axima.addDomain)).toEqual([]);
});

test('sales gives a domain one more product', async () => {
  const { screen, user, bodies } = openAs(
    'SALESC',
    'add_axima_domain',
    answering(axima.all, { domains: [registered] }),
    answering(axima.domain, { domain: registered, domains: [subscription] }),
    answering(axima.addSubscription, {}),
  );
  await user.click(await screen.findByRole('button', { name: 'acme.example' }));
  await user.click(await screen.findByRole('button', { name: 'Add Subscription' }));
  await user.selectOptions(await screen.findByLabelText(/^Product/), await screen.findByText('Axima Archive'));
  await user.type(screen.getByLabelText(/^User Count/), '5');
  await user.selectOptions(screen.getByLabelText(/^Billing Frequency/), 'Annual');

  await user.click(screen.getByRole('button', { name: 'Add Subscription' }));

  await screen.findByText('Axima Archive was added to acme.example');
  expect(bodies(axima.addSubscription)).toMatchObject([
    { domain_id: 4, product: 'Axima Archive', user_count: 5, billing_frequency: 'Annual' },
  ]);
});
