import { domains, type DomainRow, type SubscriptionRow } from '@desk/contract/domains';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastChange, undo } from '../../kit/edit/changes.ts';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { AllDomainScreen } from './all-domain.screen.tsx';

const indus: DomainRow = {
  domain_id: 4,
  domain_name: 'indus.example',
  domain_status: 'ACTIVE',
  user_email: null,
  company_name: 'Indus Motors',
  owner_email: null,
  timestamp: '2026-11-20T06:30:00Z',
};
const subscription = (own: Partial<SubscriptionRow>): SubscriptionRow => ({
  subscription_id: 'S-1',
  customer_id: 'C-1',
  sku_name: 'Business Plus',
  plan_name: 'ANNUAL',
  status: 'ACTIVE',
  licensed_seats: 11,
  max_seats: 22,
  number_of_seats: 33,
  renewal_date: null,
  ...own,
});
const EMPTY = 'Not Domain Present or Could not fetch Domains';
const NONE = 'No Subscription for this Domain';

type Answers = Parameters<typeof showAt>[2][];
function open(search: string, ...answers: Answers) {
  const shown = showAt(`/home?${search}`, <AllDomainScreen />, ...answers);
  return { ...shown };
}
const one = answering(domains.all, { domains: [indus], total: 1 });
const cells = () =>
  [...document.querySelectorAll('[role="dialog"] tbody tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) => cell.textContent.replace(/[●○]/, '')),
  );

test('domains are searched, filtered by status and paged by the server', async () => {
  const { screen, user, bodies, address } = open(
    'page=2&q=indus',
    answering(domains.all, { domains: [indus], total: 11 }),
  );
  await screen.findByText('11–11 of 11');

  await user.selectOptions(screen.getByLabelText('Status'), 'Suspended');

  await waitFor(() =>
    expect(bodies(domains.all)).toEqual([
      { page: 2, search: 'indus' },
      { page: 1, search: 'indus', status: 'SUSPENDED' },
    ]),
  );
  expect(address()).toBe('/home?q=indus&status=SUSPENDED');
  expect([...screen.getByLabelText<HTMLSelectElement>('Status').options].map(({ text }) => text)).toEqual([
    'All',
    'Active',
    'Rejected',
    'Suspended',
  ]);
});

test('a name opens the subscriptions, with the seats that a plan does not have left blank', async () => {
  const { screen, user } = open(
    '',
    one,
    answering(domains.subscriptions, {
      subscriptions: [
        subscription({}),
        subscription({ subscription_id: 'S-2', plan_name: 'FREE' }),
        subscription({ subscription_id: 'S-3', plan_name: 'FLEXIBLE', status: 'SUSPENDED' }),
      ],
    }),
  );

  await user.click(await screen.findByText('indus.example'));

  await screen.findByText('Flexible, month to month');
  expect(cells()).toEqual([
    ['Business Plus', 'Annual, paid monthly', 'Active', '11', '22', '33'],
    ['Business Plus', 'Free', 'Active', '', '', '33'],
    ['Business Plus', 'Flexible, month to month', 'Suspended', '11', '22', ''],
  ]);
});

test.each([
  ['has none', answering(domains.subscriptions, { subscriptions: [] })],
  ['is not known', answering(domains.subscriptions, () => refusing(404))],
])('of a domain that %s a notice says so until it is read', async (_, answer) => {
  const { screen, user } = open('', one, answer);

  await user.click(await screen.findByText('indus.example'));

  const notice = await screen.findByRole('alertdialog');
  expect(notice.textContent).toContain(NONE);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('indus.example'));
});

test('a status is changed to another one, with the words of the server', async () => {
  const { screen, user, bodies } = open(
    '',
    one,
    answering(domains.setStatus, { error: false, message: 'Domain status updated' }),
  );
  await user.click(await screen.findByLabelText('Edit: indus.example'));
  const status = screen.getByLabelText<HTMLSelectElement>(/^Status \*?/);
  expect([...status.options].map(({ text }) => text)).toEqual(['Choose a status', 'Suspended', 'Rejected']);

  await user.click(screen.getByText('Update'));
  expect(document.activeElement).toBe(status);
  await user.selectOptions(status, 'Suspended');
  await user.click(screen.getByText('Update'));

  await screen.findByText('Domain status updated');
  expect(bodies(domains.setStatus)).toEqual([
    { domain_id: 4, domain_name: 'indus.example', status: 'SUSPENDED', seen: 'ACTIVE' },
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('Edit: indus.example'));

  await undo(lastChange() ?? expect.unreachable());
  // A colleague's later change is not overwritten.
  expect(bodies(domains.setStatus).at(-1)).toMatchObject({ seen: 'SUSPENDED' });
});

test("an error in the server's answer stands in the dialog, which keeps the choice", async () => {
  const { screen, user } = open(
    '',
    one,
    answering(domains.setStatus, { error: true, message: 'The domain is being transferred' }),
  );
  await user.click(await screen.findByLabelText('Edit: indus.example'));
  const status = screen.getByLabelText<HTMLSelectElement>(/^Status \*?/);
  await user.selectOptions(status, 'Rejected');

  await user.click(screen.getByText('Update'));

  await screen.findByText('The domain is being transferred');
  expect(status.value).toBe('REJECTED');
});

test('the owner that somebody else removed is named no more, and what was typed stays', async () => {
  let owner: string | null = 'asha@indus.example';
  const { screen, user, bodies } = open(
    '',
    answering(domains.all, () => ({ domains: [{ ...indus, owner_email: owner }], total: 1 })),
    answering(domains.removeOwner, () => refusing(409)),
  );
  await user.click(await screen.findByLabelText('Remove owner: indus.example'));
  await user.type(screen.getByLabelText('Reason'), 'Left the company');
  owner = null;

  await user.click(screen.getByRole('button', { name: 'Remove owner' }));

  await screen.findByText('Nobody has indus.example by now.');
  await screen.findByText(/The domain has another owner by now, or none/);
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Left the company');
  // Nothing is sent about nobody.
  await user.click(screen.getByRole('button', { name: 'Remove owner' }));
  expect(bodies(domains.removeOwner)).toHaveLength(1);
});

test('a list that is empty says so, and one that cannot be fetched leads to the error page', async () => {
  const empty = open('', answering(domains.all, { domains: [], total: 0 }));
  await empty.screen.findByText(EMPTY);
  cleanup();

  const { screen, address } = open(
    '',
    answering(domains.all, () => refusing(0)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(address()).toBe('/error'));
});

const owned = { ...indus, owner_email: 'asha@indus.example' };
const mine = answering(domains.all, {
  domains: [owned, { ...indus, domain_id: 5, domain_name: 'free.example' }],
  total: 2,
});

test('the owner of a domain is told of another status, with the reason that is given', async () => {
  const { screen, user, bodies } = open('', mine, answering(domains.setStatus, { error: false, message: 'Done' }));
  await user.click(await screen.findByLabelText('Edit: indus.example'));
  await screen.findByText('asha@indus.example is told by mail.');
  await user.selectOptions(screen.getByLabelText(/^Status \*?/), 'Suspended');
  await user.type(screen.getByLabelText('Reason'), 'Unpaid');

  await user.click(screen.getByText('Update'));

  await screen.findByText('Done');
  expect(bodies(domains.setStatus)).toEqual([expect.objectContaining({ status: 'SUSPENDED', reason: 'Unpaid' })]);
});

test('an owner is removed after it is said what that does, where there is one', async () => {
  const { screen, user, bodies } = open('', mine, answering(domains.removeOwner, { decision_id: 3 }));
  expect(await screen.findByLabelText('Remove owner: indus.example')).toBeDefined();
  expect(screen.queryByLabelText('Remove owner: free.example')).toBeNull();
  await user.click(screen.getByLabelText('Remove owner: indus.example'));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the owner of indus.example?' });
  expect(dialog.textContent).toContain('asha@indus.example loses indus.example and is told by mail');
  expect(bodies(domains.removeOwner)).toEqual([]);

  await user.type(screen.getByLabelText('Reason'), 'Left the company');
  await user.click(screen.getByRole('button', { name: 'Remove owner' }));

  await screen.findByText('asha@indus.example no longer has indus.example');
  expect(bodies(domains.removeOwner)).toEqual([
    {
      ...{ domain_id: 4, domain_name: 'indus.example', owner_email: 'asha@indus.example' },
      reason: 'Left the company',
    },
  ]);
});

test('a removed owner stands in a list, from which it is taken back after a question', async () => {
  const decision = {
    ...{ decision_id: 3, action: 'owner_removed', name: 'indus.example', person: 'asha@indus.example' },
    ...{ decided_by: 'vik@desk.example', timestamp: '2026-11-20T06:30:00Z', undo_until: '2026-11-27T06:30:00Z' },
    ...{ undone_by: null, undone_at: null },
  };
  const { screen, user, bodies } = open(
    '',
    one,
    answering(domains.decisions, { decisions: [decision, { ...decision, decision_id: 2, action: 'claim_approved' }] }),
    answering(domains.undo, {}),
  );
  await user.click(await screen.findByText('Removed owners'));
  await screen.findByText('Owner removed');
  expect(screen.getAllByLabelText('Undo: indus.example')).toHaveLength(1);

  await user.click(screen.getByLabelText('Undo: indus.example'));
  await screen.findByRole('alertdialog', { name: 'Take back the decision on indus.example?' });
  expect(bodies(domains.undo)).toEqual([]);
  await user.click(screen.getByText('Take it back'));

  await screen.findByText('The decision on indus.example was taken back');
  expect(bodies(domains.undo)).toEqual([{ decision_id: 3 }]);
});
