import { crmTasks } from '@desk/contract/crm-tasks';
import { expect, onTestFinished, test } from 'vitest';
import { waitingJobs } from '../../testing/waiting-jobs.ts';
import { createCrmTask, sweepCrmTasks } from './jobs.ts';
import { PAUSES } from './rules.ts';
import { counting, deskWithCrm, letTimePass, makeClient, rows, zoho } from './testing/desk-with-crm.ts';

const going = new AbortController().signal;

test('a CRM that is not available is asked again some seconds later, and the task is made once', async () => {
  const { desk, ask, list } = await deskWithCrm();
  const created = counting();
  zoho.faults.next({ kind: 'unavailable', times: 5, only: 'tasks.list' });
  await ask();

  await desk.work();
  expect((await list()).task).toMatchObject([
    { state: 'queued', answer: expect.stringMatching(/^Zoho is not available at the moment\./) as string },
  ]);
  expect([5, 6]).toContain((await waitingJobs(desk))[0]);
  await desk.work();
  expect(created()).toBe(0);

  await letTimePass(desk);
  await desk.work();
  expect((await list()).task).toMatchObject([{ state: 'done', answer: 'record added' }]);
  expect(created()).toBe(1);
});

test('a CRM that asks to be left alone is left alone for so long', async () => {
  const { desk, ask } = await deskWithCrm();
  zoho.faults.next({ kind: 'throttled', times: 5, only: 'tasks.create' });
  await ask();
  await desk.work();
  expect(await rows(desk)).toMatchObject([{ state: 'queued' }]);
  expect(await waitingJobs(desk)).toEqual([7]);
});

test('a task whose answer was lost, and that could not be looked for, is found at the next try', async () => {
  const { desk, ask, list } = await deskWithCrm(
    makeClient({
      // The look before the request goes well; of the looks after it none does.
      sleep: () => {
        if (zoho.faults.waiting().length === 0) zoho.faults.next({ kind: 'unavailable', times: 5, only: 'tasks.list' });
        return Promise.resolve();
      },
    }),
  );
  const created = counting();
  zoho.faults.next({ kind: 'applied-but-answer-lost', only: 'tasks.create' });
  await ask();

  await desk.work();
  expect((await list()).task).toMatchObject([
    { state: 'queued', answer: expect.stringContaining('it is not known whether the task was created') as string },
  ]);
  await letTimePass(desk);
  await desk.work();

  expect((await list()).task).toMatchObject([
    { state: 'done', answer: 'found in the CRM', zoho_id: zoho.crm.tasks()[0]?.id },
  ]);
  expect(created()).toBe(1);
});

test('what the CRM refuses is refused with its words, and can be sent again, once', async () => {
  const { desk, asha, ask, list } = await deskWithCrm();
  const created = counting();
  zoho.faults.next({ kind: 'refused-with-200', only: 'tasks.create' });
  await ask();
  await desk.work();
  expect((await list()).task).toMatchObject([
    { state: 'refused', zoho_id: null, answer: 'Zoho refused this. Zoho says: "record is locked"' },
  ]);
  expect(await waitingJobs(desk)).toEqual([]);

  const clicks = await Promise.all(Array.from({ length: 5 }, () => asha.calls(crmTasks.resend, { task_id: 1 })));
  expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await list()).task).toMatchObject([{ state: 'queued', answer: null, finished_at: null }]);
  await desk.work();
  expect((await list()).task).toMatchObject([{ state: 'done', answer: 'record added' }]);
  expect(created()).toBe(1);

  expect((await asha.calls(crmTasks.resend, { task_id: 1 })).status).toBe(409);
  expect(await asha.calls(crmTasks.resend, { task_id: 2 })).toMatchObject({
    status: 404,
    reply: { message: 'No Data Present' },
  });
});

test('after a refusal the same words are a new task at once', async () => {
  const { desk, ask } = await deskWithCrm();
  zoho.faults.next({ kind: 'refused-with-200', only: 'tasks.create' });
  await ask();
  await desk.work();
  await ask();
  expect(await rows(desk)).toMatchObject([{ state: 'refused' }, { state: 'queued' }]);
});

test('where no CRM is configured the task says so, and waits for it', async () => {
  const { desk, ask, list } = await deskWithCrm();
  desk.services.clients.zoho = undefined;
  await ask();
  await desk.work();
  expect((await list()).task).toMatchObject([{ state: 'queued', answer: 'The CRM is not configured.' }]);
});

test('credentials that the CRM does not accept can be mended: the task is tried again', async () => {
  const { desk, ask, list } = await deskWithCrm();
  zoho.faults.next({ kind: 'unauthorized', times: 5, only: 'tasks.list' });
  await ask();
  await desk.work();
  expect((await list()).task).toMatchObject([
    { state: 'queued', answer: expect.stringContaining('credentials') as string },
  ]);
  zoho.faults.clear();
  await letTimePass(desk);
  await desk.work();
  expect((await list()).task).toMatchObject([{ state: 'done' }]);
});

test('an error of its own is told as one, and tried again for a day at most', async () => {
  const client = makeClient();
  const createTask = () => Promise.reject(new TypeError('no such thing'));
  const { desk, ask } = await deskWithCrm({ ...client, crm: { ...client.crm, createTask } });
  await ask();
  await createCrmTask({ id: 1 }, desk.services, going);
  const reason = 'It met an error of its own. The log of the server tells more.';
  expect(await rows(desk)).toMatchObject([{ state: 'queued', leasedUntil: null, reason }]);
  await desk.pool.query('update crm_tasks set attempts = $1', [PAUSES.length]);
  await letTimePass(desk);
  await createCrmTask({ id: 1 }, desk.services, going);
  expect(await rows(desk)).toMatchObject([{ state: 'refused', reason }]);
});

test('a task is tried for a day, then it is given up with the last reason', async () => {
  const { desk, ask } = await deskWithCrm();
  expect(PAUSES.slice(0, 6)).toEqual([5, 15, 60, 300, 900, 3600]);
  expect(PAUSES.reduce((one, other) => one + other) / 3600).toBeGreaterThan(24);
  zoho.faults.next({ kind: 'unavailable', times: 10, only: 'tasks.list' });
  await ask();

  await desk.pool.query('update crm_tasks set attempts = $1', [PAUSES.length - 1]);
  await desk.work();
  const [seconds = 0] = await waitingJobs(desk);
  expect(seconds).toBeGreaterThanOrEqual(3600);
  expect(seconds).toBeLessThanOrEqual(4320);

  await letTimePass(desk);
  await desk.work();
  expect(await rows(desk)).toMatchObject([
    { state: 'refused', reason: expect.stringMatching(/^Zoho is not available/) as string },
  ]);
  expect(await waitingJobs(desk)).toEqual([]);
});

test('workers in parallel bring it to the CRM once', async () => {
  const { desk, ask } = await deskWithCrm();
  const created = counting();
  await ask();
  await Promise.all(Array.from({ length: 6 }, () => createCrmTask({ id: 1 }, desk.services, going)));
  await desk.work();
  expect(created()).toBe(1);
  expect(await rows(desk)).toMatchObject([{ state: 'done', attempts: 1 }]);
});

test('a task whose worker died after the CRM had made it is taken up when the lease is over, and not made again', async () => {
  const { desk, ask, list } = await deskWithCrm();
  const created = counting();
  await ask();
  await desk.work();
  await desk.pool.query(
    `update crm_tasks set state = 'queued', zoho_id = null, leased_until = now() + interval '10 seconds'`,
  );
  await sweepCrmTasks(desk.services);
  expect(await waitingJobs(desk)).toEqual([]);

  await desk.pool.query(`update crm_tasks set leased_until = '2020-01-01'`);
  await sweepCrmTasks(desk.services);
  await desk.work();
  expect((await list()).task).toMatchObject([{ state: 'done', answer: 'found in the CRM' }]);
  expect(created()).toBe(1);
});

test('a server that stops puts the task back for another', async () => {
  const stopping = new AbortController();
  const { desk, ask } = await deskWithCrm(
    makeClient({
      sleep: () => {
        stopping.abort();
        return Promise.resolve();
      },
    }),
  );
  onTestFinished(() => zoho.faults.clear());
  zoho.faults.next({ kind: 'unavailable', only: 'tasks.list' });
  await ask();
  await createCrmTask({ id: 1 }, desk.services, stopping.signal);
  expect(await rows(desk)).toMatchObject([
    { state: 'queued', leasedUntil: null, reason: 'The server stopped meanwhile.' },
  ]);
});

test('a job for a task that is gone does nothing', async () => {
  const { desk } = await deskWithCrm();
  await createCrmTask({ id: 999_999 }, desk.services, going);
  expect(await rows(desk)).toEqual([]);
});
