import { mailLog } from '@desk/contract/mail-log';
import { expect, test } from 'vitest';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { startWorker } from '../../platform/queue/worker.ts';
import { timetable } from '../../app/jobs.ts';
import { deliver, sweepOutbox } from '../outbox/jobs.ts';
import { openDesk, RAVI } from './testing/mails.ts';

const mail = { channel: 'Email', recipient: RAVI, subject: 'Hello', body: 'Dear Ravi', createdBy: 'system' } as const;
const purposes = ['renewal', 'notice', 'otp'] as const;

async function openHeld() {
  const desk = await openDesk();
  await desk.hold(true);
  return {
    ...desk,
    postAll: () => queueMessages(desk.db, ...purposes.map((purpose) => ({ ...mail, purpose }))),
    states: async () => (await desk.messages()).map(({ purpose, state }) => `${purpose} ${state}`),
    jobs: async () => {
      const { rows } = await desk.pool.query<{ task: string; key: string | null; seconds: number }>(
        `select task_identifier as task, key, round(extract(epoch from run_at - now()))::int as seconds
         from graphile_worker.jobs order by key`,
      );
      return rows;
    },
  };
}

test('while messages are held one-time codes leave alone; who holds them, since when and how many wait is told', async () => {
  const desk = await openHeld();
  await desk.postAll();

  await desk.work();

  expect(await desk.states()).toEqual(['renewal queued', 'notice queued', 'otp sent']);
  const state = await desk.mailSwitch();
  expect(state).toMatchObject({ held: true, by: 'asha@desk.example', waiting: 2 });
  expect(Math.abs(Date.parse(state.since ?? '') - Date.now())).toBeLessThan(3_600_000);
  const { reply } = await desk.asha.calls(mailLog.list, {});
  expect(reply.counts).toEqual({ queued: 0, held: 2, sent: 1, failed: 0 });
});

test('browsers are told that one more waits', async () => {
  const desk = await openHeld();
  await desk.postAll();
  await desk.pool.query(`delete from outbox where purpose = 'otp'`);
  desk.announced.length = 0;
  await desk.work();
  expect(desk.announced).toContainEqual({ kind: 'mail' });
});

test('what is held is not tried, not failed and not woken, however long it takes', async () => {
  const desk = await openHeld();
  const ids = await desk.postAll();
  await desk.work();
  await desk.pool.query(
    `update outbox set created_at = now() - interval '3 days', next_try_at = now() - interval '2 days'`,
  );

  await sweepOutbox(desk.services);
  for (const id of ids) await deliver({ id }, desk.services);

  expect(await desk.jobs()).toEqual([]);
  expect(await desk.messages()).toMatchObject([{ attempts: 0, state: 'queued' }, { attempts: 0, state: 'queued' }, {}]);
  expect(desk.sent).toHaveLength(1);
});

test('what becomes too late while it is held ends as too late', async () => {
  const desk = await openHeld();
  await desk.postAll();
  await desk.work();
  await desk.pool.query(
    `update outbox set created_at = now() - interval '1 minute', expires_at = now() - interval '1 second' where id = 1`,
  );
  await sweepOutbox(desk.services);
  await desk.work();
  expect(await desk.messages()).toMatchObject([{ state: 'failed', reason: 'expired' }, { state: 'queued' }, {}]);
  expect(desk.sent).toHaveLength(1);
});

test('on release all that waited are woken but what is not due yet, and leave once', async () => {
  const desk = await openHeld();
  await desk.postAll();
  await desk.written({ nextTryAt: new Date(Date.now() + 3_600_000), attempts: 1 });
  await desk.written({ state: 'sent' });
  await desk.work();
  await desk.hold(false);

  const jobs = await desk.jobs();
  expect(jobs.map(({ task, key }) => [task, key])).toEqual([
    ['deliver', 'outbox:1'],
    ['deliver-at-once', 'outbox:2'],
  ]);
  await sweepOutbox(desk.services);
  await desk.work();
  expect(await desk.states()).toEqual(['renewal sent', 'notice sent', 'otp sent', 'notice queued', 'notice sent']);
  expect(desk.sent).toHaveLength(3);
  expect(await desk.mailSwitch()).toEqual({ held: false, since: null, by: null, waiting: 0 });
  await desk.pool.query('delete from graphile_worker._private_jobs');
});

test('a one-time code overtakes the notices that were let go before it', async () => {
  const desk = await openDesk();
  await desk.hold(true);
  await queueMessages(desk.db, ...Array.from({ length: 60 }, () => ({ ...mail, purpose: 'notice' }) as const));
  await desk.work();
  await desk.hold(false);
  await queueMessages(desk.db, { ...mail, purpose: 'otp', subject: 'Your code' });
  await desk.work();
  expect(desk.sent).toHaveLength(61);
  expect(desk.sent[0]?.subject).toBe('Your code');
});

test('a message whose try failed before it was held rests until it is let go', async () => {
  const desk = await openHeld();
  await desk.hold(false);
  desk.post.answer = { outcome: 'retry', reason: '450 Busy' };
  await queueMessages(desk.db, { ...mail, purpose: 'notice' });
  await desk.work();
  await desk.hold(true);
  await desk.pool.query(`update outbox set next_try_at = '2020-01-01'`);
  await desk.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await desk.work();
  expect(await desk.messages()).toMatchObject([{ state: 'queued', attempts: 1, reason: '450 Busy' }]);
  desk.post.answer = { outcome: 'sent', response: '250 Ok' };
  await desk.hold(false);
  await desk.work();
  expect(await desk.messages()).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('holding is written down once, whoever presses again; since when and by whom stays', async () => {
  const desk = await openDesk();
  const meera = await desk.as({ email: 'meera@desk.example' });
  await Promise.all([desk.hold(true), desk.hold(true), desk.hold(true)]);
  const { since } = await desk.mailSwitch();
  expect((await meera.calls(mailLog.hold, { held: true })).status).toBe(200);
  expect(await desk.mailSwitch()).toMatchObject({ since, by: 'asha@desk.example' });
  await Promise.all([desk.hold(false), desk.hold(false)]);
  expect(await desk.entries('mail')).toEqual([
    'mail_held null asha@desk.example',
    'mail_released null asha@desk.example',
  ]);
  expect(desk.announced).toContainEqual({ kind: 'mail' });
});

test('two nodes obey at once: what is written from then on leaves neither, and everything leaves once when let go', async () => {
  const desk = await openDesk();
  const nodes = [{ ...desk.services }, { ...desk.services }];
  const all = { ...timetable, slow: {}, sweeps: [], crontab: [] };
  const workers = await Promise.all(nodes.map((services) => startWorker(services, all)));
  const isOver = async (count: number) => {
    while (desk.sent.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const many = (purpose: (typeof purposes)[number], count: number) =>
    queueMessages(
      desk.db,
      ...Array.from({ length: count }, (_, n) => ({ ...mail, purpose, subject: `${purpose} ${n}` })),
    );
  try {
    await many('renewal', 10);
    await isOver(10);
    await desk.hold(true);
    await many('renewal', 30);
    await many('notice', 10);
    await many('otp', 10);
    await isOver(20);
    // All jobs have been looked at: those of what is held found that it is not their turn.
    await expect
      .poll(() => desk.pool.query('select from graphile_worker.jobs').then(({ rowCount }) => rowCount), {
        timeout: 15_000,
      })
      .toBe(0);
    expect(desk.sent.filter(({ subject }) => !subject.startsWith('otp'))).toHaveLength(10);
    expect(await desk.mailSwitch()).toMatchObject({ waiting: 40 });

    await desk.hold(false);
    await isOver(60);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  expect(desk.sent).toHaveLength(60);
  expect((await desk.messages()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
});
