import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { enqueue } from './db/jobs.ts';
import { post } from './db/outbox.ts';
import { timetable } from './tasks.ts';
import { startWorker } from './worker.ts';
import { house } from './testing/house.ts';

const mail = { channel: 'Email', recipient: 'ravi@acme.example', body: 'Hello', createdBy: 'system' } as const;

test('a code is sent while any number of other messages wait for a slow service', async () => {
  const desk = await house();
  let free: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (free = resolve));
  let [held, sent] = [0, 0];
  const worker = await startWorker(desk.wiring, {
    tasks: {
      deliver: () => {
        held += 1;
        return slow;
      },
    },
    urgent: {
      'deliver-at-once': () => {
        sent += 1;
        return Promise.resolve();
      },
    },
    slow: {},
    sweeps: [],
    crontab: [],
  });
  onTestFinished(async () => {
    free();
    await worker.stop();
  });
  await post(desk.db, ...Array.from({ length: 12 }, () => ({ ...mail, purpose: 'renewal' as const })));
  await vi.waitFor(() => expect(held).toBe(4), { timeout: 10_000 });

  await post(desk.db, { ...mail, purpose: 'otp' }, { ...mail, purpose: 'notice' });

  await vi.waitFor(() => expect(sent).toBe(2), { timeout: 10_000 });
  expect(held).toBe(4);
});

test('mails leave while a neighbour hangs, however many syncs and orders wait for it', async () => {
  const desk = await house();
  let free: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (free = resolve));
  const held: string[] = [];
  let sent = 0;
  const hang = (name: string) => () => {
    held.push(name);
    return hanging;
  };
  const deliver = () => {
    sent += 1;
    return Promise.resolve();
  };
  const slow = Object.fromEntries(Object.keys(timetable.slow).map((name) => [name, hang(name)]));
  const worker = await startWorker(desk.wiring, { tasks: { deliver }, urgent: {}, slow, sweeps: [], crontab: [] });
  onTestFinished(async () => {
    free();
    await worker.stop();
    await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
  });
  const names = Object.keys(slow);
  for (let n = 0; n < 20; n++) await enqueue(desk.db, names[n % names.length] ?? '', {});
  await vi.waitFor(() => expect(held).toHaveLength(8), { timeout: 10_000 });

  await post(desk.db, ...Array.from({ length: 6 }, () => ({ ...mail, purpose: 'renewal' as const })));

  await vi.waitFor(() => expect(sent).toBe(6), { timeout: 10_000 });
  expect(held).toHaveLength(8);
});

test('whatever speaks to Google or Zoho is in the list of the slow ones, and no mail is', () => {
  expect(Object.keys(timetable.slow).toSorted()).toEqual([
    'books-sync',
    'check-files',
    'contact-sync',
    'contact-write',
    'crm-task',
    'desk-sync',
    'directory-sync',
    'google-sync',
    'seat-order',
  ]);
  const lists = [timetable.tasks, timetable.urgent, timetable.slow].flatMap((list) => Object.keys(list));
  expect(lists).toHaveLength(new Set(lists).size);
});

test('the queue speaks through our log, on its levels, and never tells what a job carries', async () => {
  const desk = await house();
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const stdout = vi.spyOn(process.stdout, 'write');
  onTestFinished(() => stdout.mockRestore());
  const broken = () => Promise.reject(new Error('Broken'));
  const log = pino({ level: 'info' }, sink);
  const worker = await startWorker(
    { ...desk.wiring, log },
    { tasks: { broken }, urgent: {}, slow: {}, sweeps: [], crontab: [] },
  );
  onTestFinished(worker.stop);
  await enqueue(desk.db, 'broken', { otp: '482913' });

  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    event: 'queue',
    message: expect.stringContaining('Broken') as string,
  });
  expect(lines[0]).not.toContain('482913');
  expect(stdout).not.toHaveBeenCalled();
  await desk.db.execute(sql`delete from graphile_worker._private_jobs`);
});
