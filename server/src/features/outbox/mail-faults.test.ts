import { access } from '@desk/contract/access';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMailbox } from '../../../../simulators/mailbox/mailbox.ts';
import { makeMailer, type Mailer } from '../../integrations/mail/mailer.ts';
import { timetable } from '../../app/jobs.ts';
import { testServer, PASSWORD, type TestServer } from '../../testing/server.ts';
import { waitingJobs } from '../../testing/waiting-jobs.ts';
import { startWorker } from '../../platform/queue/worker.ts';
import { deskWithRenewal, letTimePass, mailbox, mailer, messages } from './testing/external-services.ts';
import { startSilentSmtp } from './testing/silent-smtp.ts';

const FROM = 'Desk <desk@reseller.example>';
const ASHA = 'asha@desk.example';

function mailerTo(url: string, timeouts?: number): Mailer {
  const made = makeMailer({ url, from: FROM, ...(timeouts !== undefined && { timeoutMs: timeouts }) });
  onTestFinished(() => made.close());
  return made;
}

const askForCode = (desk: TestServer, email = ASHA) =>
  desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });

/** A desk whose mail server is in trouble, and a person who asks for a code. */
async function deskThatReaches(troubled: Mailer) {
  const desk = await testServer({ clients: { mailer: troubled } });
  await desk.account({ email: ASHA });
  return desk;
}

/** How often each mail arrived, by its id. */
function copies(): number[] {
  const ids = mailbox.messages().map(({ messageId }) => messageId);
  return [...new Set(ids)].map((one) => ids.filter((id) => id === one).length);
}

const NOT_IN_TIME = /^The mail server (did not answer in time|closed the connection)/;

/** Each gives a mailer whose first mail meets the fault. */
const FAULTS = {
  'is down': async () => {
    const gone = await startMailbox();
    await gone.stop();
    return mailerTo(gone.smtpUrl);
  },
  'hangs up with 421': () => {
    mailbox.faults.next({ kind: '421' });
    return Promise.resolve(mailer);
  },
  'is busy with 450': () => {
    mailbox.faults.next({ kind: '450' });
    return Promise.resolve(mailer);
  },
  'never greets': async () => {
    const silent = await startSilentSmtp('greeting');
    onTestFinished(silent.stop);
    return mailerTo(silent.url, 200);
  },
  'never answers to the recipient': () => {
    mailbox.faults.next({ kind: 'tarpit' });
    return Promise.resolve(mailerTo(mailbox.smtpUrl, 200));
  },
  'never says whether it took the mail': async () => {
    const silent = await startSilentSmtp('data');
    onTestFinished(silent.stop);
    return mailerTo(silent.url, 200);
  },
  'takes the mail and cuts the line': () => {
    mailbox.faults.next({ kind: 'drop-after-data' });
    return Promise.resolve(mailer);
  },
};

test.each([
  ['is down', /^The mail server could not be reached \(ECONNREFUSED\)$/, 1],
  ['hangs up with 421', /^(421 Service not available|The mail server closed the connection)/, 1],
  ['is busy with 450', /^450 Mailbox busy/, 1],
  ['never greets', NOT_IN_TIME, 1],
  ['never answers to the recipient', NOT_IN_TIME, 1],
  ['never says whether it took the mail', NOT_IN_TIME, 1],
  ['takes the mail and cuts the line', /^The mail server /, 2],
] as const)(
  'a code whose mail server %s is sent at the next try, as the same mail',
  async (fault, reason, arrivals) => {
    const desk = await deskThatReaches(await FAULTS[fault]());
    expect((await askForCode(desk)).status).toBe(200);

    await desk.work();
    expect(await messages(desk)).toMatchObject([
      { state: 'queued', attempts: 1, reason: expect.stringMatching(reason) as string, leasedUntil: null },
    ]);
    expect([5, 6]).toContain((await waitingJobs(desk))[0]);

    desk.services.clients.mailer = mailer;
    mailbox.faults.clear();
    await letTimePass(desk);
    await desk.work();
    expect(await messages(desk)).toMatchObject([{ state: 'sent', attempts: 2, reason: null }]);
    expect(await waitingJobs(desk)).toEqual([]);
    expect(copies()).toEqual([arrivals]);
    expect(new Set(mailbox.messages().map(({ text }) => /\d{6}/.exec(text)?.[0])).size).toBe(1);
  },
);

test('a code whose next try would come after its end is not sent any more', async () => {
  mailbox.faults.next({ kind: '450' });
  const desk = await deskThatReaches(mailer);
  await askForCode(desk);
  await desk.work();

  await desk.pool.query(`update outbox set expires_at = now() - interval '1 second'`);
  await letTimePass(desk);
  await desk.work();

  expect(await messages(desk)).toMatchObject([{ state: 'failed', reason: 'expired' }]);
  expect(await waitingJobs(desk)).toEqual([]);
  expect(mailbox.messages()).toEqual([]);
});

test('a code to an address that there is not is tried once', async () => {
  mailbox.faults.next({ kind: '550', times: 2 });
  const desk = await deskThatReaches(mailer);
  await askForCode(desk);
  await desk.work();

  expect(await messages(desk)).toMatchObject([{ state: 'failed', attempts: 1, reason: '550 No such user' }]);
  expect(await waitingJobs(desk)).toEqual([]);
});

test('a message is tried again after 5, 15, 60 and 300 seconds, and up to a fifth more', async () => {
  const { desk, send } = await deskWithRenewal();
  mailbox.faults.next({ kind: '450', times: 5 });
  await send();

  for (const pause of [5, 15, 60, 300]) {
    await desk.work();
    const [seconds = 0, ...more] = await waitingJobs(desk);
    expect(more).toEqual([]);
    expect(seconds).toBeGreaterThanOrEqual(pause);
    expect(seconds).toBeLessThanOrEqual(pause * 1.2);
    await letTimePass(desk);
  }
  await desk.work();
  expect(await messages(desk)).toMatchObject([{ state: 'failed', attempts: 5 }]);
});

test('who asks for a code is answered while the mail server leaves the mails waiting', async () => {
  const silent = await startSilentSmtp('greeting');
  const desk = await deskThatReaches(mailerTo(silent.url, 60_000));
  await desk.account({ email: 'ravi@desk.example' });
  const { tasks, urgent, slow } = timetable;
  const worker = await startWorker(desk.services, { tasks, urgent, slow, wakes: [], sweeps: [], crontab: [] });
  onTestFinished(async () => {
    await silent.stop();
    await worker.stop();
  });

  expect((await askForCode(desk)).status).toBe(200);
  await vi.waitFor(() => expect(silent.waiting()).toBe(1), { timeout: 10_000 });
  expect((await askForCode(desk, 'ravi@desk.example')).status).toBe(200);
  await vi.waitFor(() => expect(silent.waiting()).toBe(2), { timeout: 10_000 });

  expect(await messages(desk)).toMatchObject([
    { state: 'queued', attempts: 1, reason: null },
    { state: 'queued', attempts: 1, reason: null },
  ]);
});
