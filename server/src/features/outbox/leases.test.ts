import { expect, onTestFinished, test, vi } from 'vitest';
import { LEASE_RENEWAL_MS, MOST_RENEWALS } from '../../platform/queue/leased-queue.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import type { Mail, Mailer } from '../../integrations/mail/mailer.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { waitingJobs } from '../../testing/waiting-jobs.ts';
import { deliver, sweepOutbox } from './jobs.ts';
import { deskWithRenewal, mailbox, mailer, MEERA, messages, RAVI, word } from './testing/external-services.ts';
import { eventually } from '../../testing/eventually.ts';

test('repeated clicks and workers in parallel send one mail', async () => {
  const { desk, send } = await deskWithRenewal();
  await Promise.all(Array.from({ length: 5 }, () => send()));
  const [message] = await messages(desk);

  await Promise.all(Array.from({ length: 6 }, () => deliver({ id: message?.id }, desk.services)));
  await desk.work();

  expect(mailbox.messages()).toHaveLength(1);
  expect(await messages(desk)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('parallel workers of one renewal agree on what became of it', async () => {
  const { desk, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '550', only: MEERA });
  await send({ emails: [RAVI, MEERA] });

  await Promise.all((await messages(desk)).map(({ id }) => deliver({ id }, desk.services)));

  expect((await messages(desk)).map(({ state }) => state).sort()).toEqual(['failed', 'sent']);
  expect(await word(desk)).toBe('failed');
});

/** A message whose worker took the lease and died. */
async function abandoned(desk: TestServer, leasedUntil: string) {
  const [id = 0] = await queueMessages(desk.db, {
    channel: 'Email',
    purpose: 'notice',
    recipient: RAVI,
    subject: 'Hello',
    body: 'Hello',
    createdBy: 'system',
  });
  await desk.pool.query('delete from graphile_worker._private_jobs');
  await desk.pool.query(`update outbox set attempts = 1, leased_until = now() + $1::interval`, [leasedUntil]);
  return id;
}

test('a message that has waited long keeps its turn, however often it is swept up', async () => {
  const desk = await testServer({ clients: { mailer } });
  const notice = { channel: 'Email', purpose: 'notice', recipient: RAVI, body: 'Hello', createdBy: 'system' } as const;
  await queueMessages(desk.db, { ...notice, subject: 'First' });
  await desk.pool.query(`update outbox set created_at = now() - interval '1 minute'`);
  await desk.pool.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  await queueMessages(desk.db, { ...notice, subject: 'Second' });

  await sweepOutbox(desk.services);
  const { rowCount } = await desk.pool.query('select from graphile_worker.jobs');
  expect(rowCount).toBe(2);
  await desk.work();

  const { rows } = await desk.pool.query<{ subject: string }>('select subject from outbox order by finished_at');
  expect(rows.map(({ subject }) => subject)).toEqual(['First', 'Second']);
  expect(mailbox.messages()).toHaveLength(2);
});

test('a message whose worker died is taken up when the lease is over, and not before', async () => {
  const desk = await testServer({ clients: { mailer } });
  const id = await abandoned(desk, '10 seconds');

  await sweepOutbox(desk.services);
  await deliver({ id }, desk.services);
  expect(await waitingJobs(desk)).toEqual([]);
  expect(mailbox.messages()).toEqual([]);

  await desk.pool.query(`update outbox set leased_until = '2020-01-01'`);
  await sweepOutbox(desk.services);
  await sweepOutbox(desk.services);
  expect(await waitingJobs(desk)).toHaveLength(1);
  await desk.work();
  expect(mailbox.messages()).toHaveLength(1);
  expect(await messages(desk)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('a message whose job was lost is queued again, one that is waiting for its time is not', async () => {
  const desk = await testServer({ clients: { mailer } });
  const id = await abandoned(desk, '-1 second');
  await desk.pool.query(`update outbox set leased_until = null, next_try_at = now() + interval '1 minute'`);
  await sweepOutbox(desk.services);
  await deliver({ id }, desk.services);
  expect(await waitingJobs(desk)).toEqual([60]);
  expect(mailbox.messages()).toEqual([]);

  await desk.pool.query(`update outbox set next_try_at = null, created_at = now() - interval '1 minute'`);
  await sweepOutbox(desk.services);
  await desk.work();
  expect(mailbox.messages()).toHaveLength(1);
});

/** The desk's mailer, where something happens while each mail is under way. */
function meanwhile(desk: TestServer, work: (mail: Mail) => ReturnType<Mailer['send']>) {
  desk.services.clients.mailer = { ...mailer, send: work };
}

test('a worker that comes back after its lease changes nothing of what another did', async () => {
  const desk = await testServer();
  const id = await abandoned(desk, '-1 second');
  let workers = 0;
  meanwhile(desk, async () => {
    workers += 1;
    if (workers === 2) return { outcome: 'retry', reason: 'Busy' };
    await desk.pool.query(`update outbox set leased_until = '2020-01-01'`);
    await deliver({ id }, desk.services);
    return { outcome: 'failed', reason: 'The first worker came too late' };
  });

  await deliver({ id }, desk.services);

  expect(await messages(desk)).toMatchObject([{ state: 'queued', attempts: 3, reason: 'Busy', leasedUntil: null }]);
});

test('a worker keeps its message as long as a slow mail server lets it wait', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const desk = await testServer();
  const id = await abandoned(desk, '-1 second');
  const renewed = async () => (await messages(desk))[0]?.leasedUntil?.getTime() ?? 0;
  meanwhile(desk, async (mail) => {
    await desk.pool.query(`update outbox set leased_until = '2020-01-01'`);
    const before = await renewed();
    vi.advanceTimersByTime(LEASE_RENEWAL_MS);
    await eventually(async () => expect(await renewed()).toBeGreaterThan(before + 30_000));
    return mailer.send(mail);
  });

  await deliver({ id }, desk.services);

  expect(await messages(desk)).toMatchObject([{ state: 'sent', leasedUntil: null }]);
});

test('a worker that hangs for an hour keeps its message no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const desk = await testServer();
  const id = await abandoned(desk, '-1 second');
  const reported = vi.spyOn(desk.services.log, 'error');
  const renewals = vi.spyOn(desk.services.db, 'update');
  let during = 0;
  meanwhile(desk, async (mail) => {
    renewals.mockClear();
    vi.advanceTimersByTime(2 * MOST_RENEWALS * LEASE_RENEWAL_MS);
    during = renewals.mock.calls.length;
    // They came all at once: what comes after them must not wait too long for a connection.
    await eventually(() => expect(desk.services.pool.waitingCount).toBe(0));
    return mailer.send(mail);
  });

  await deliver({ id }, desk.services);

  expect(during).toBe(MOST_RENEWALS);
  expect(reported.mock.calls).toEqual([[{ event: 'work_stuck', table: 'outbox', id }]]);
});

test('a job for a message that is gone does nothing', async () => {
  const desk = await testServer({ clients: { mailer } });
  await enqueue(desk.db, 'deliver', { id: 999_999 });
  await desk.work();
  expect(mailbox.messages()).toEqual([]);
});
