import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { startMailbox } from '../../../../simulators/mailbox/mailbox.ts';
import type { Mailer } from '../../integrations/mail/mailer.ts';
import { mailerTo, mailServer } from '../../testing/mail-server.ts';
import { mailedDesk } from '../reminders/testing/mailed-desk.ts';
import { startSilentSmtp } from './testing/silent-smtp.ts';

const server = await mailServer();
const { mailbox, mailer } = server;

/** A mail about two renewals; `decide` stops what it says of the first. */
async function deskWithMail() {
  const desk = await mailedDesk(server);
  const { db, services } = desk;
  const leave = async () => {
    await db.update(o).set({ nextTryAt: null });
    return desk.leave();
  };
  return {
    ...desk,
    leave,
    tryBy: async (troubled: Mailer) => {
      services.clients.mailer = troubled;
      await leave();
      services.clients.mailer = mailer;
    },
    decide: () => db.update(r).set({ confirmationStatus: 'Confirmation Received' }).where(eq(r.id, desk.acme.id)),
    reasons: async () => (await db.select().from(t).orderBy(asc(t.id))).map(({ reason }) => reason),
  };
}
type Desk = Awaited<ReturnType<typeof deskWithMail>>;

/** Has the mail server fail for one try. */
const failing = (kind: '450' | '421' | 'drop-after-data') => async (desk: Desk) => {
  mailbox.faults.next({ kind });
  await desk.leave();
};
const silentAt = (moment: 'greeting' | 'data') => async (desk: Desk) => {
  const silent = await startSilentSmtp(moment);
  const troubled = mailerTo(silent.url, 200);
  onTestFinished(async () => {
    troubled.close();
    await silent.stop();
  });
  await desk.tryBy(troubled);
};
const away = async (desk: Desk) => {
  const gone = await startMailbox();
  await gone.stop();
  const troubled = mailerTo(gone.smtpUrl);
  onTestFinished(() => troubled.close());
  await desk.tryBy(troubled);
};
/** As a worker that dies while it sends leaves it. */
const killed = async ({ db }: Desk) => {
  await db.update(o).set({ attempts: sql`${o.attempts} + 1`, leasedUntil: new Date('2026-10-01') });
};

const SURELY_NOT: Readonly<Record<string, readonly ((desk: Desk) => Promise<void>)[]>> = {
  'was refused, again and again': [failing('450'), failing('450'), failing('450')],
  'found nobody there': [away],
  'was never greeted': [silentAt('greeting'), away],
};

test.each(Object.keys(SURELY_NOT))(
  'what a mail that %s says of others follows in another, when it is stopped for one',
  async (name) => {
    const desk = await deskWithMail();
    for (const fail of SURELY_NOT[name] ?? []) await fail(desk);
    await desk.decide();
    await desk.leave();
    expect(await desk.steps()).toEqual(['email-30 ravi decided', 'email-30 ravi planned']);
    await desk.send();
    await desk.leave();
    expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['Renewal of beta.example']);
  },
);

const MAYBE: Readonly<Record<string, readonly ((desk: Desk) => Promise<void>)[]>> = {
  'was taken before the line was cut': [failing('drop-after-data')],
  'was taken, and refused at another try': [failing('drop-after-data'), failing('450')],
  'was read and not answered': [silentAt('data')],
  'was sent by a worker that died': [killed],
  'was refused, and sent by a worker that died': [failing('450'), killed],
};

test.each(Object.keys(MAYBE))('what a mail that %s says of others is not said again', async (name) => {
  const desk = await deskWithMail();
  for (const fail of MAYBE[name] ?? []) await fail(desk);
  await desk.decide();
  await desk.leave();
  await desk.send();
  expect(await desk.steps()).toEqual(['email-30 ravi decided', 'email-30 ravi skipped']);
  expect((await desk.reasons())[1]).toBe('An earlier try of its message may have arrived');
  expect(await desk.db.$count(o)).toBe(1);
});
