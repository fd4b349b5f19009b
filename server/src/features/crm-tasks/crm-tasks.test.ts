import { auditLog } from '@desk/contract/audit-log';
import { crmTasks } from '@desk/contract/crm-tasks';
import { expect, test } from 'vitest';
import { waitingJobs } from '../../testing/waiting-jobs.ts';
import { counting, deskWithCrm, INVOICE, rows, zoho } from './testing/desk-with-crm.ts';

test('a task is asked for, comes to the CRM, and the list tells what the CRM said', async () => {
  const { desk, asha, ask, list } = await deskWithCrm();
  expect((await ask()).status).toBe(200);
  expect(await list()).toMatchObject({
    total: 1,
    task: [{ ...INVOICE, state: 'queued', zoho_id: null, answer: null, created_by: asha.email, finished_at: null }],
  });
  expect(desk.announced).toEqual([{ kind: 'crm' }]);

  await desk.work();

  const [made] = zoho.crm.tasks();
  const [row] = await rows(desk);
  expect(made).toMatchObject({ Subject: INVOICE.subject, Status: 'Not Started' });
  expect(made?.Description).toBe(
    `${INVOICE.description}\n\nReference: desk-task-${row?.id}-${row?.createdAt.getTime().toString(36)}`,
  );
  expect((await list()).task).toMatchObject([
    { task_id: row?.id, state: 'done', zoho_id: made?.id, answer: 'record added', date: row?.createdAt.toISOString() },
  ]);
  expect((await list()).task[0]?.finished_at).not.toBeNull();
  expect(desk.announced).toEqual([{ kind: 'crm' }, { kind: 'crm' }]);
});

test('who asked and what became of it stand in the audit log', async () => {
  const { desk, asha, ask } = await deskWithCrm();
  await ask();
  await desk.work();

  const { reply } = await asha.calls(auditLog.entries, { thing: 'crm_task' });
  expect(reply.entries.map(({ by, action, subject_id }) => [by, action, subject_id])).toEqual([
    ['system', 'crm_task_done', 1],
    [asha.email, 'crm_task_created', 1],
  ]);
});

test('a task without words is refused in the words of the form', async () => {
  const { desk, ask } = await deskWithCrm();
  expect(await ask({ subject: ' ', description: 'PO 77' })).toMatchObject({
    status: 400,
    reply: { fields: [{ message: 'Enter a subject' }] },
  });
  expect(await ask({ subject: 'Raise invoice', description: '' })).toMatchObject({
    status: 400,
    reply: { fields: [{ message: 'Enter a description' }] },
  });
  expect(await rows(desk)).toEqual([]);
});

test('twenty clicks at once make one task, and each is told that it worked', async () => {
  const { desk, ask } = await deskWithCrm();
  const created = counting();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await rows(desk)).toHaveLength(1);
  expect(await waitingJobs(desk)).toHaveLength(1);
  await ask();
  await desk.work();
  await ask();
  await desk.work();
  expect(created()).toBe(1);
});

test('other words, another person, or a minute later are another task', async () => {
  const { desk, ask } = await deskWithCrm();
  const ravi = await desk.as({ email: 'ravi@desk.example' });
  await ask();
  await ask({ ...INVOICE, description: 'PO 78' });
  await ravi.calls(crmTasks.create, { formData: INVOICE });
  expect(await rows(desk)).toHaveLength(3);

  await desk.pool.query(`update crm_tasks set created_at = created_at - interval '61 seconds'`);
  await ask();
  expect(await rows(desk)).toHaveLength(4);
});

test('the list is ten on a page, newest first, by part of a subject and by state', async () => {
  const { desk, ask, list } = await deskWithCrm();
  for (let n = 1; n <= 11; n++) await ask({ ...INVOICE, subject: `Invoice ${n} for 100% of it` });
  await ask({ ...INVOICE, subject: 'Credit note' });
  await desk.pool.query(`update crm_tasks set state = 'refused', reason = 'No' where subject = 'Credit note'`);

  const subjects = async (body: Parameters<typeof list>[0]) => (await list(body)).task.map(({ subject }) => subject);
  expect((await list()).total).toBe(12);
  expect((await subjects({}))[0]).toBe('Credit note');
  expect(await subjects({})).toHaveLength(10);
  expect(await subjects({ page: 2 })).toEqual(['Invoice 2 for 100% of it', 'Invoice 1 for 100% of it']);
  expect(await subjects({ search: 'invoice 1 FOR' })).toEqual(['Invoice 1 for 100% of it']);
  expect(await list({ search: '1%f' })).toEqual({ task: [], total: 0 });
  expect(await subjects({ state: 'refused' })).toEqual(['Credit note']);
});
