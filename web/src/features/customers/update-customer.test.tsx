import { customers, UPDATED, type ContactSync, type CustomerContact } from '@desk/contract/customers';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { UpdateCustomerScreen } from './update-customer.screen.tsx';

const asha: CustomerContact = {
  contact_id: 7,
  contact_name: 'Asha Rao',
  website: 'indus.example',
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@indus.example',
  company_name: 'Indus Motors',
  phone: '080 4000 1000',
  mobile: null,
  timestamp: '2026-11-20T06:30:00Z',
  crm_state: 'none',
  crm_reason: null,
};
const listed = (...customer: CustomerContact[]) =>
  answering(customers.all, { customer, total: Math.max(customer.length, 1) });
const done: ContactSync = {
  state: 'done',
  started_at: '2026-11-21T08:35:00Z',
  finished_at: '2026-11-21T08:38:05Z',
  contacts: 1204,
  changed: 3,
  error: null,
};
const standing = (sync: ContactSync | null, next_run: string | null = '2026-11-21T20:40:00Z') =>
  answering(customers.sync, { sync, next_run });
const updated = answering(customers.update, { error: false, message: UPDATED });

type Answers = Parameters<typeof showAt>[2][];
function open(search: string, ...answers: Answers) {
  const shown = showAt(`/home${search}`, <UpdateCustomerScreen />, ...answers, standing(done));
  const field = (label: string) => shown.screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  const openAsha = async () => shown.user.click(await shown.screen.findByLabelText('Update: Asha Rao'));
  const save = () => shown.user.click(shown.screen.getByRole('button', { name: 'Update' }));
  return { ...shown, field, openAsha, save };
}
const cells = () => [...document.querySelectorAll('tbody th, tbody td')].map((cell) => cell.textContent);

test('a contact has all that the CRM knows of it, and what the CRM said to the last change', async () => {
  const reason = 'INVALID_DATA: the email is in use';
  const { screen } = open('?cols=All+columns', listed({ ...asha, crm_state: 'refused', crm_reason: reason }));

  await screen.findByLabelText('Update: Asha Rao');

  expect([...document.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    ...['Contact Id', 'Contact Name', 'Update', 'CRM', 'Website', 'First Name', 'Last Name', 'Email', 'Company Name'],
    ...['Phone', 'Mobile', 'Time'],
  ]);
  expect(cells()).toEqual([
    ...['7', 'Asha Rao', 'Update', `■refused${reason}`, 'indus.example', 'Asha', 'Rao', 'asha@indus.example'],
    ...['Indus Motors', '080 4000 1000', 'N/A', '20 Nov 2026, 12:00'],
  ]);
});

test('the server searches by company or e-mail and pages the list', async () => {
  const { screen, user, bodies, address } = open('?page=2', answering(customers.all, { customer: [asha], total: 11 }));
  await screen.findByText('11–11 of 11');

  await user.type(screen.getByLabelText('Search company or email'), ' indus ');

  await waitFor(() => expect(bodies(customers.all)).toEqual([{ page: 2 }, { page: 1, search: 'indus' }]));
  expect(address()).toMatch(/^\/home\?q=/);
});

test('e-mail, phone and mobile are edited, on what was seen; the specification’s text says that it is done', async () => {
  const { screen, user, bodies, field, openAsha, save } = open('', listed(asha), updated);
  await openAsha();
  await user.clear(field('Email'));
  await user.type(field('Email'), 'Rao@indus.example');
  await user.clear(field('Phone'));
  await user.type(field('Mobile'), '+91 98765 43210');

  await save();

  await screen.findByText('Data Updated Sucessfully');
  expect(bodies(customers.update)).toEqual([
    {
      formData: { contact_id: 7, customer_email: 'rao@indus.example', phone: '', mobile: '+91 98765 43210' },
      seen: { customer_email: 'asha@indus.example', phone: '080 4000 1000', mobile: null },
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Update: Asha Rao'));
});

test('a phone number that is none and a blank e-mail are told at their fields', async () => {
  const { screen, user, bodies, field, openAsha, save } = open('', listed(asha));
  await openAsha();
  await user.clear(field('Email'));
  await user.type(field('Mobile'), '12');

  await save();

  expect(document.getElementById(`${field('Email').id}-error`)?.textContent).toBe('Email cannot be Blank');
  expect(document.getElementById(`${field('Mobile').id}-error`)?.textContent).toBe('Invalid Phone Number');
  expect(bodies(customers.update)).toEqual([]);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a blank e-mail and an odd number that are there already stand in nobody’s way', async () => {
  const odd = { ...asha, email: null, phone: 'ext. 12' };
  const { user, bodies, field, openAsha, save } = open('', listed(odd), updated);
  await openAsha();
  await user.type(field('Mobile'), '+91 98765 43210');

  await save();

  await waitFor(() =>
    expect(bodies(customers.update)).toEqual([
      {
        formData: { contact_id: 7, customer_email: '', phone: 'ext. 12', mobile: '+91 98765 43210' },
        seen: { customer_email: null, phone: 'ext. 12', mobile: null },
      },
    ]),
  );
});

test('a colleague was quicker: what was typed stays, the rest is loaded, and it goes through on top of it', async () => {
  let newest = asha;
  const { screen, user, bodies, field, openAsha, save } = open(
    '',
    answering(customers.all, () => ({ customer: [newest], total: 1 })),
    answering(customers.update, ({ seen }) =>
      seen?.phone === newest.phone ? { error: false, message: UPDATED } : refusing(409),
    ),
  );
  await openAsha();
  await user.type(field('Mobile'), '+91 98765 43210');
  newest = { ...asha, phone: '080 4000 2000' };

  await save();
  await screen.findByText(customers.update.refusals[409]);
  expect(field('Mobile').value).toBe('+91 98765 43210');
  await user.click(screen.getByText('Load the current data'));

  await screen.findByText(
    'By now: email asha@indus.example, phone 080 4000 2000, mobile N/A. What you typed is still here.',
  );
  expect(bodies(customers.all)).toContainEqual({ search: 'Asha Rao' });
  await waitFor(() => expect(field('Phone').value).toBe('080 4000 2000'));
  await save();
  await screen.findByText('Data Updated Sucessfully');
  expect(bodies(customers.update).at(-1)).toEqual({
    formData: {
      contact_id: 7,
      customer_email: 'asha@indus.example',
      phone: '080 4000 2000',
      mobile: '+91 98765 43210',
    },
    seen: { customer_email: 'asha@indus.example', phone: '080 4000 2000', mobile: null },
  });
});

test('a contact that is gone meanwhile is told, and what was typed stays', async () => {
  const { screen, user, field, openAsha, save } = open(
    '',
    answering(customers.all, ({ search }) => ({ customer: search === undefined ? [asha] : [], total: 1 })),
    answering(customers.update, () => refusing(409)),
  );
  await openAsha();
  await user.type(field('Mobile'), '+91 98765 43210');
  await save();

  await user.click(await screen.findByText('Load the current data'));

  await screen.findByText('No Data Present');
  expect(field('Mobile').value).toBe('+91 98765 43210');
});

test('an error in the server’s answer, and no answer, stand in the dialog', async () => {
  let answer: ReturnType<typeof refusing> | { error: boolean; message: string } = { error: true, message: 'Not today' };
  const { screen, openAsha, save } = open(
    '',
    listed(asha),
    answering(customers.update, () => answer),
  );
  await openAsha();
  await save();
  await screen.findByText('Not today');
  answer = refusing(0);

  await save();

  await screen.findByText('The server did not answer. Check your connection and try again.');
  expect(screen.getByRole('dialog', { name: 'Update Customer' })).toBeTruthy();
});

test('what was typed is there again after the session ended, beside what a colleague changed since', async () => {
  const first = open('', listed(asha));
  await first.openAsha();
  await first.user.type(first.field('Mobile'), '+91 98765 43210');
  cleanup();

  const { field, openAsha } = open('', listed({ ...asha, email: 'rao@indus.example' }));
  await openAsha();

  expect([field('Email').value, field('Mobile').value]).toEqual(['rao@indus.example', '+91 98765 43210']);
});

test('the last sync tells when it was, how many it read and changed, and when the next one starts', async () => {
  const { screen } = open('', listed(asha));

  await screen.findByText('Finished on 21 Nov 2026, 14:08: 1,204 people read, 3 new or changed.');
  await screen.findByText('The next sync starts by itself on 22 Nov 2026, 02:10.');
});

test('a running sync says how far it is, and is asked about again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let contacts = 1;
    const { screen } = open(
      '',
      listed(asha),
      answering(customers.sync, () => ({
        sync: { ...done, state: 'running' as const, finished_at: null, contacts },
        next_run: null,
      })),
    );
    await screen.findByText('1 person read so far');
    contacts = 400;
    await vi.advanceTimersByTimeAsync(2000);
    await screen.findByText('400 people read so far');
  } finally {
    vi.useRealTimers();
  }
});

test('a failed sync tells its reason, and is started again', async () => {
  const { screen, user, bodies } = open(
    '',
    listed(asha),
    standing({ ...done, state: 'failed', error: 'Zoho refused the token.' }),
    answering(customers.startSync, {}),
  );
  const messages = await screen.findByText('The sync of 21 Nov 2026, 14:08 failed. Zoho refused the token.');
  expect(messages.getAttribute('role')).toBe('alert');

  await user.click(screen.getByRole('button', { name: 'Sync with the CRM' }));

  await waitFor(() => expect(bodies(customers.sync)).toHaveLength(2));
  expect(bodies(customers.startSync)).toEqual([{}]);
});

test.each([
  [409, 'A sync is already running.'],
  [503, 'The CRM is not configured.'],
] as const)('a sync that cannot start is refused in words (%i)', async (status, text) => {
  const { screen, user } = open(
    '',
    listed(asha),
    standing(null, null),
    answering(customers.startSync, () => refusing(status)),
  );
  await screen.findByText('No sync has run yet. No sync is scheduled: the CRM is not configured.');

  await user.click(screen.getByRole('button', { name: 'Sync with the CRM' }));

  await screen.findByText(text);
});

test('how the sync stands may fail to load without the list', async () => {
  const { screen } = open(
    '',
    listed(asha),
    answering(customers.sync, () => refusing(500, { message: 'Down' })),
  );

  await screen.findByText('Down');
  await screen.findByLabelText('Update: Asha Rao');
});

test('an empty list says so; one that cannot be fetched leads to the error page', async () => {
  const empty = open('', answering(customers.all, { customer: [], total: 0 }));
  await empty.screen.findByText('No Customer Available');
  cleanup();

  const { screen, address } = open(
    '',
    answering(customers.all, () => refusing(500)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(address()).toBe('/error'));
});
