import { crmTasks, type CrmTask } from '@desk/contract/crm-tasks';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { ZohoTaskHistoryScreen } from './zoho-task-history.screen.tsx';
import { ZohoTasksScreen } from './zoho-tasks.screen.tsx';

const invoice: CrmTask = {
  task_id: 4,
  zoho_id: '5545974000000337001',
  subject: 'Invoice for Indus',
  description: 'Ten seats until March',
  date: '2026-11-20T06:30:00Z',
  created_by: 'asha@desk.example',
  state: 'done',
  answer: 'record added',
  finished_at: '2026-11-20T06:31:00Z',
};
const credit: CrmTask = {
  ...invoice,
  task_id: 5,
  zoho_id: null,
  subject: 'Credit note',
  state: 'refused',
  answer: 'MANDATORY_NOT_FOUND',
};
const waiting: CrmTask = {
  ...credit,
  task_id: 6,
  subject: 'Call Kaveri',
  state: 'queued',
  answer: null,
  finished_at: null,
};

const CREATE = 'Create Zoho Task for Account Department';
type Answers = Parameters<typeof showAt>[2][];
function open(screen: 'tasks' | 'history', search: string, ...answers: Answers) {
  const element = screen === 'tasks' ? <ZohoTasksScreen /> : <ZohoTaskHistoryScreen />;
  const shown = showAt(`/home${search}`, element, ...answers);
  const field = (label: string) => shown.screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  return { ...shown, field };
}
const listed = (...task: CrmTask[]) => answering(crmTasks.all, { task, total: task.length });
const heads = () => [...document.querySelectorAll('thead th')].map((head) => head.textContent);
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

test('a task has the CRM’s id once there is one, its subject, description and time', async () => {
  const { screen } = open('tasks', '', listed(invoice, credit, waiting));

  await screen.findByText('Call Kaveri');

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Zoho Tasks');
  expect(heads()).toEqual(['Task ID', 'Subject', 'Description', 'Time']);
  expect(rows()).toEqual([
    ['5545974000000337001', 'Invoice for Indus', 'Ten seats until March', '20 Nov 2026, 12:00'],
    ['– refused', 'Credit note', 'Ten seats until March', '20 Nov 2026, 12:00'],
    ['– on its way', 'Call Kaveri', 'Ten seats until March', '20 Nov 2026, 12:00'],
  ]);
});

test('tasks are searched by subject and paged by the server', async () => {
  const { screen, user, bodies } = open('tasks', '?page=2', answering(crmTasks.all, { task: [invoice], total: 11 }));
  await screen.findByText('11–11 of 11');

  await user.type(screen.getByLabelText('Search subject'), 'credit');

  await waitFor(() => expect(bodies(crmTasks.all)).toEqual([{ page: 2 }, { page: 1, search: 'credit' }]));
});

test('a task is created for the accounting department, and stands first in the list', async () => {
  let task = [invoice];
  const { screen, user, bodies, field, address } = open(
    'tasks',
    '?q=indus',
    answering(crmTasks.all, () => ({ task, total: task.length })),
    answering(crmTasks.create, () => {
      task = [waiting, invoice];
      return {};
    }),
  );
  await user.click(await screen.findByRole('button', { name: CREATE }));
  expect(screen.getByRole('dialog', { name: 'Follow Up Comments' })).toBeTruthy();
  await user.type(field('Subject'), ' Call Kaveri ');
  await user.type(field('Description'), 'About the renewal{Enter}in March');

  await user.click(screen.getByRole('button', { name: 'Create Task' }));

  await screen.findByText('The task was created, and is on its way to the CRM');
  expect(bodies(crmTasks.create)).toEqual([
    { formData: { subject: 'Call Kaveri', description: 'About the renewal\nin March' } },
  ]);
  await screen.findByText('– on its way');
  expect(address()).toBe('/home');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a task needs subject and description, and has room for so much', async () => {
  const { screen, user, bodies, field } = open('tasks', '', listed());
  await user.click(await screen.findByRole('button', { name: CREATE }));
  const send = () => user.click(screen.getByRole('button', { name: 'Create Task' }));

  await send();
  const wrong = () =>
    ['Subject', 'Description'].map((label) => document.getElementById(`${field(label).id}-error`)?.textContent);
  expect(wrong()).toEqual(['Enter a subject', 'Enter a description']);
  await user.click(field('Subject'));
  await user.paste('x'.repeat(251));
  await user.click(field('Description'));
  await user.paste('x'.repeat(5001));

  await send();

  expect(wrong()).toEqual(['At most 250 characters', 'At most 5000 characters']);
  expect(bodies(crmTasks.create)).toEqual([]);
});

test('when a task cannot be created that is said, and what was typed stays, also after the session ended', async () => {
  const first = open(
    'tasks',
    '',
    listed(),
    answering(crmTasks.create, () => refusing(0)),
  );
  await first.user.click(await first.screen.findByRole('button', { name: CREATE }));
  await first.user.type(first.field('Subject'), 'Call Kaveri');
  await first.user.type(first.field('Description'), 'About the renewal');
  await first.user.click(first.screen.getByRole('button', { name: 'Create Task' }));
  await first.screen.findByText('The server did not answer. Check your connection and try again.');
  expect(first.field('Subject').value).toBe('Call Kaveri');
  cleanup();

  const { screen, user, field } = open('tasks', '', listed());
  await user.click(await screen.findByRole('button', { name: CREATE }));

  expect([field('Subject').value, field('Description').value]).toEqual(['Call Kaveri', 'About the renewal']);
});

test('the history tells of each task who created it, how it stands and what the CRM answered', async () => {
  const { screen } = open('history', '?cols=All+columns', listed(credit, waiting));

  await screen.findByText('MANDATORY_NOT_FOUND');

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Zoho Task History');
  expect(heads()).toEqual([
    ...['Task ID', 'Subject', 'State', 'Answer of the CRM', 'Send again'],
    ...['Description', 'Created By', 'Time', 'Finished'],
  ]);
  expect(rows().map((row) => row.slice(2))).toEqual([
    [
      ...['■refused', 'MANDATORY_NOT_FOUND', 'Send again'],
      ...['Ten seats until March', 'asha@desk.example', '20 Nov 2026, 12:00', '20 Nov 2026, 12:01'],
    ],
    ['▲queued', 'N/A', '', 'Ten seats until March', 'asha@desk.example', '20 Nov 2026, 12:00', 'N/A'],
  ]);
});

test('the history is filtered by state and searched by subject', async () => {
  const { screen, user, bodies, address } = open('history', '', listed(credit));
  await screen.findByText('Credit note');

  await user.selectOptions(screen.getByLabelText('State'), 'refused');
  await waitFor(() => expect(address()).toBe('/home?state=refused'));
  await user.type(screen.getByLabelText('Search subject'), 'note');

  await waitFor(() =>
    expect(bodies(crmTasks.all)).toEqual([
      { page: 1 },
      { page: 1, state: 'refused' },
      { page: 1, search: 'note', state: 'refused' },
    ]),
  );
});

test('a refused task is sent again, once, and its place keeps the focus', async () => {
  let task = [credit, invoice];
  const { screen, user, bodies } = open(
    'history',
    '',
    answering(crmTasks.all, () => ({ task, total: 2 })),
    answering(crmTasks.resend, () => {
      task = [{ ...credit, state: 'queued', answer: null, finished_at: null }, invoice];
      return {};
    }),
  );
  const again = await screen.findByLabelText('Send again: Credit note');
  expect(screen.queryByLabelText('Send again: Invoice for Indus')).toBeNull();

  await user.dblClick(again);

  await screen.findByText('Credit note is on its way to the CRM again');
  expect(bodies(crmTasks.resend)).toEqual([{ task_id: 5 }]);
  await waitFor(() => expect(screen.queryByLabelText('Send again: Credit note')).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest('[data-column="Send again"]')).not.toBeNull());
});

test('a task of which nobody asks that again is not sent by its key', async () => {
  const { screen, user, bodies } = open('history', '', listed(waiting));
  await user.click(await screen.findByText('Call Kaveri'));
  (screen.getByText('Call Kaveri').closest('td') as HTMLElement).focus();

  await user.keyboard('s');

  expect(bodies(crmTasks.resend)).toEqual([]);
});

test('a task that a colleague sent again is told, and the list is asked for again', async () => {
  const { screen, user, bodies } = open(
    'history',
    '',
    listed(credit),
    answering(crmTasks.resend, () => refusing(409)),
  );

  await user.click(await screen.findByLabelText('Send again: Credit note'));

  await screen.findByText('This task is at the CRM, or on its way. Look at the list again.');
  await waitFor(() => expect(bodies(crmTasks.all)).toHaveLength(2));
});

test.each(['tasks', 'history'] as const)(
  '%s: an empty list says so, a failed one leads to the error page',
  async (which) => {
    const empty = open(which, '', listed());
    await empty.screen.findByText('No Task Available');
    cleanup();

    const { screen, address } = open(
      which,
      '',
      answering(crmTasks.all, () => refusing(500)),
    );

    await screen.findByText('Could not fetch data. Please contact your Administrator.');
    await waitFor(() => expect(address()).toBe('/error'));
  },
);
