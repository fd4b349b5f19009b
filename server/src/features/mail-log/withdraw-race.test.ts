import { mailLog } from '@desk/contract/mail-log';
import { expect, test } from 'vitest';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { outboxRenewalsTable } from '../../platform/db/tables/outbox.ts';
import { startWorker } from '../../platform/queue/worker.ts';
import { timetable } from '../../app/jobs.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { deliver } from '../outbox/jobs.ts';
import { openDesk, RAVI } from './testing/mails.ts';

async function openRace() {
  const desk = await openDesk();
  return {
    ...desk,
    withdraw: (message_ids: number[]) => desk.asha.calls(mailLog.withdraw, { message_ids }),
    /** Does something while a statement of another holds what it holds. */
    during: async (statement: string, work: () => Promise<void>) => {
      const other = await desk.pool.connect();
      try {
        await other.query('begin');
        await other.query(statement);
        await work();
      } finally {
        await other.query('rollback');
        other.release();
      }
    },
    /** Until so many statements of this database wait for another's. */
    someWait: (count: number) =>
      expect
        .poll(async () => {
          const { rowCount } = await desk.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
          );
          return rowCount;
        })
        .toBe(count),
  };
}

test('what is being sent is not told withdrawn, and is sent', async () => {
  const desk = await openRace();
  const id = await desk.written();
  const answers: number[] = [];
  desk.services.clients.mailer = {
    send: async () => {
      answers.push((await desk.withdraw([id])).status);
      return { outcome: 'sent', response: '250 Ok' };
    },
    verify: () => Promise.resolve(undefined),
    close: () => undefined,
  };

  await deliver({ id }, desk.services);

  expect(answers).toEqual([409]);
  expect(await desk.messages()).toMatchObject([{ state: 'sent' }]);
});

test('what a worker is about to take is left to it, and nobody waits for the worker', async () => {
  const desk = await openRace();
  const [id, other] = [await desk.written(), await desk.written()];
  await desk.during(
    `update outbox set attempts = 1, leased_until = now() + interval '45 seconds' where id = ${id}`,
    async () => {
      expect((await desk.withdraw([id])).status).toBe(409);
      expect((await desk.withdraw([id, other])).reply).toEqual({ withdrawn: 1, left: 1 });
    },
  );
  expect((await desk.messages()).map(({ state }) => state)).toEqual(['queued', 'failed']);
});

test('a worker that comes while a message is being withdrawn waits, and sends nothing', async () => {
  const desk = await openRace();
  const id = await desk.written();
  const under: Promise<unknown>[] = [];
  // The last step of withdrawing cannot be done yet: the message is marked, and nobody sees that.
  await desk.during('lock table audit_log in access exclusive mode', async () => {
    const click = desk.withdraw([id]);
    under.push(click);
    await desk.someWait(1);
    under.push(deliver({ id }, desk.services));
    await desk.someWait(2);
    expect(await desk.messages()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  expect(await Promise.all(under)).toMatchObject([{ status: 200, reply: { withdrawn: 1, left: 0 } }, undefined]);
  expect(await desk.messages()).toMatchObject([{ state: 'failed', attempts: 0 }]);
  expect(desk.sent).toEqual([]);
});

test('a worker that died gives its message to who withdraws it when its lease is over; coming back it changes nothing', async () => {
  const desk = await openRace();
  const id = await desk.written();
  desk.services.clients.mailer = {
    send: async () => {
      await desk.pool.query(`update outbox set leased_until = '2020-01-01'`);
      expect((await desk.withdraw([id])).status).toBe(200);
      return { outcome: 'retry', reason: '450 Busy' };
    },
    verify: () => Promise.resolve(undefined),
    close: () => undefined,
  };
  await deliver({ id }, desk.services);
  await desk.work();
  expect(await desk.messages()).toMatchObject([
    { state: 'failed', reason: 'Withdrawn by asha@desk.example', attempts: 1 },
  ]);
});

test('between two nodes that send and three people who withdraw every message either leaves once or never', async () => {
  const desk = await openRace();
  const { id: renewalId } = await makeRenewal(desk.db, { customer: { email: RAVI } });
  await desk.hold(true);
  const purposes = ['renewal', 'notice'] as const;
  const usual = { channel: 'Email', recipient: RAVI, body: 'Dear Ravi', createdBy: 'system' } as const;
  const all = Array.from({ length: 72 }, (_, n) => ({
    ...usual,
    purpose: purposes[n % 2] ?? 'notice',
    subject: String(n + 1),
  }));
  const ids = await queueMessages(desk.db, ...all);
  const about = ids.filter((_, n) => n % 2 === 0);
  await desk.db.insert(outboxRenewalsTable).values(about.map((messageId) => ({ messageId, renewalId })));
  const timesOfAll = { ...timetable, slow: {}, sweeps: [], crontab: [] };
  const workers = await Promise.all([1, 2].map(() => startWorker({ ...desk.services }, timesOfAll)));
  const pieces = Array.from({ length: 24 }, (_, n) => ids.slice(n * 3, n * 3 + 3)).toReversed();
  const answers: Awaited<ReturnType<typeof desk.withdraw>>[] = [];
  const person = async (nth: number) => {
    for (const piece of pieces.filter((_, n) => n % 3 === nth)) answers.push(await desk.withdraw(piece));
  };
  try {
    await desk.hold(false);
    await Promise.all([0, 1, 2].map(person));
    await expect
      .poll(async () => (await desk.messages()).filter(({ state }) => state === 'queued').length, { timeout: 15_000 })
      .toBe(0);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }

  const messages = await desk.messages();
  const subjectsOf = (wanted: string) => messages.filter(({ state }) => state === wanted).map(({ subject }) => subject);
  expect(desk.sent.map(({ subject }) => subject).sort()).toEqual(subjectsOf('sent').sort());
  const withdrawn = answers.flatMap(({ status, reply }) => (status === 200 ? [reply.withdrawn] : []));
  expect(withdrawn.reduce((sum, count) => sum + count, 0)).toBe(subjectsOf('failed').length);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const entries = (await desk.entries('mail')).filter((entry) => entry.startsWith('mail_withdrawn'));
  expect(entries).toHaveLength(subjectsOf('failed').length);
});
