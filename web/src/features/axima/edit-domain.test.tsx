import { axima, type AximaSubscription } from '@desk/contract/axima';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastChange } from '../../kit/edit/changes.ts';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { openSubscription, subscription } from './testing/open-axima.tsx';

const isLocked = (field: HTMLElement) => field.matches(':disabled, [readonly]');
/** The accessible description of a field. */
const describedBy = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

const TEN_LOCKED = [
  ...['Customer Name', 'Company Name', 'Tenant Name', 'User Count', 'Product', 'Comments', 'Order Id'],
  ...['Requested By', 'Field Distributor', 'Billing Frequency'],
];
const EVERY_FIELD = [
  ...TEN_LOCKED,
  ...['Ticket Number', 'Customer Email', 'Customer Phone Number', 'Start Date', 'Subscription Status'],
];

test.each([
  ['ADEPLOY', TEN_LOCKED],
  ['SALESC', ['Start Date', 'Subscription Status']],
] as const)('%s edits a domain, locked are %j', async (role, locked) => {
  const { screen, user } = await openSubscription(role);

  await user.click(screen.getByRole('button', { name: /^Edit Domain/ }));

  await screen.findByRole('dialog', { name: 'Edit Domain' });
  const found = EVERY_FIELD.filter((label) => isLocked(screen.getByLabelText(new RegExp(`^${label}`))));
  expect(found.toSorted()).toEqual([...locked].toSorted());
  const other = role === 'ADEPLOY' ? 'Sales' : 'Deployment';
  const reasons = locked.map((label) => describedBy(screen.getByLabelText(new RegExp(`^${label}`))));
  expect(new Set(reasons)).toEqual(new Set([`Only ${other} can change this.`]));
  expect(document.activeElement).toBe(screen.getByLabelText('Ticket Number'));
  expect(screen.getByLabelText<HTMLInputElement>('Renewal Date').readOnly).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Domain Name').readOnly).toBe(true);
});

test('deployment sets start and status: the renewal date follows, and only what was changed is sent', async () => {
  const { screen, user, bodies } = await openSubscription('ADEPLOY', answering(axima.update, {}));
  await user.click(screen.getByRole('button', { name: /^Edit Domain/ }));
  const start = await screen.findByLabelText('Start Date');
  expect(screen.getByLabelText<HTMLInputElement>('Renewal Date').value).toBe('01-11-2027');

  await user.clear(start);
  await user.type(start, '2026-12-05');
  await user.selectOptions(screen.getByLabelText('Subscription Status'), 'Done');
  expect(screen.getByLabelText<HTMLInputElement>('Renewal Date').value).toBe('05-12-2027');
  await user.click(screen.getByText('Update Domain'));

  await screen.findByText('Domain Updated Successfully');
  expect(bodies(axima.update)).toEqual([
    { subscription_id: 5, version: 3, formData: { start_date: '2026-12-05', status: 'Done' } },
  ]);
  await screen.findByRole('dialog', { name: 'Axima Domain: acme.example' });
});

test('a colleague was quicker: their state is told before what was typed goes through on top of it', async () => {
  let newest = subscription;
  let isOffline = false;
  const { screen, user, bodies } = await openSubscription(
    'SALESC',
    answering(axima.update, ({ version }) => (version === newest.version ? {} : refusing(409))),
    answering(axima.subscriptionDetails, () => (isOffline ? refusing(0) : { domains: [newest] })),
  );
  await user.click(screen.getByRole('button', { name: /^Edit Domain/ }));
  await user.type(await screen.findByLabelText('Comments'), 'Called');
  newest = { ...subscription, version: 4, user_count: 30, comments: 'Wrote' };

  await user.click(screen.getByText('Update Domain'));
  await screen.findByText('Somebody else changed this domain meanwhile. Look at it and try again.');
  isOffline = true;
  await user.click(screen.getByRole('button', { name: 'Load the current data' }));
  await screen.findByText('The server did not answer. Check your connection and try again.');
  isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Load the current data' }));
  await screen.findByText('By now: User Count 30, Comments Wrote. What you typed is still here.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comments').value).toBe('Called');
  await user.click(screen.getByText('Update Domain'));

  await screen.findByText('Domain Updated Successfully');

  expect(lastChange()).toMatchObject({ from: 'Comments Wrote', to: 'Comments Called' });
  expect(bodies(axima.update)).toEqual([
    { subscription_id: 5, version: 3, formData: { comments: 'Called' } },
    { subscription_id: 5, version: 4, formData: { comments: 'Called' } },
  ]);
});

test('what was typed is there again after the session ended, and undoes nothing that a colleague changed since', async () => {
  const comments = async (newest: Partial<AximaSubscription>) => {
    const { screen, user, bodies } = await openSubscription(
      'SALESC',
      answering(axima.subscriptionDetails, { domains: [{ ...subscription, ...newest }] }),
      answering(axima.update, {}),
    );
    await user.click(screen.getByRole('button', { name: /^Edit Domain/ }));
    return { screen, user, bodies, field: await screen.findByLabelText<HTMLTextAreaElement>('Comments') };
  };
  const first = await comments({});
  await first.user.type(first.field, 'Called');
  cleanup();

  const { screen, user, bodies, field } = await comments({ version: 4, user_count: 30 });
  expect(field.value).toBe('Called');
  expect(screen.getByLabelText<HTMLInputElement>(/^User Count/).value).toBe('30');
  await user.click(screen.getByText('Update Domain'));

  await screen.findByText('Domain Updated Successfully');
  expect(bodies(axima.update)).toEqual([{ subscription_id: 5, version: 4, formData: { comments: 'Called' } }]);
});

test('support adds licences to the count that is on screen, and is led to the register', async () => {
  const { screen, user, bodies, address } = await openSubscription('AXSUP', answering(axima.addLicence, {}));
  await user.click(screen.getByRole('button', { name: /^Add License/ }));

  await user.type(await screen.findByLabelText(/^Number of Licences/), '15');
  await screen.findByText('New user count: 40');
  await user.click(screen.getByRole('button', { name: 'Add License' }));

  await screen.findByText('15 licences added to acme.example');
  expect(bodies(axima.addLicence)).toEqual([{ subscription: { axima_subscription_id: 5, user_count: 25 }, seats: 15 }]);
  await waitFor(() => expect(address()).toBe('/home/add_axima_domain'));
});

test('licences that are added after the screen was left lead nobody back to the register', async () => {
  const added = slowly({});
  const { screen, user, goTo, address } = await openSubscription('AXSUP', answering(axima.addLicence, added.answer));
  await user.click(screen.getByRole('button', { name: /^Add License/ }));
  await user.type(await screen.findByLabelText(/^Number of Licences/), '15');
  await user.click(screen.getByRole('button', { name: 'Add License' }));
  goTo('/elsewhere');
  await screen.findByText('Somewhere else');

  added.arrives();

  await screen.findByText('15 licences added to acme.example');
  expect(address()).toBe('/elsewhere');
});

test('licences that cannot be added: support is told, and the number stays', async () => {
  const { screen, user } = await openSubscription(
    'AXSUP',
    answering(axima.addLicence, () => refusing(500)),
  );
  await user.click(screen.getByRole('button', { name: /^Add License/ }));
  const seats = await screen.findByLabelText<HTMLInputElement>(/^Number of Licences/);

  await user.type(seats, '-3');
  await user.click(screen.getByRole('button', { name: 'Add License' }));
  await screen.findByText('Enter how many licences to add');
  await user.clear(seats);
  await user.type(seats, '3');
  await user.click(screen.getByRole('button', { name: 'Add License' }));

  expect((await screen.findAllByText('Failed to add License..!!')).length).toBeGreaterThan(0);
  expect(seats.value).toBe('3');
});
