import { asc, sql } from 'drizzle-orm';
import { STANDARD_STEPS } from '../../../domain/reminders/policy.ts';
import { unseal } from '../../../platform/crypto/secret.ts';
import { outboxTable as o } from '../../../platform/db/tables/outbox.ts';
import {
  reminderPoliciesTable,
  reminderStepsTable as t,
  type PolicyStep,
} from '../../../platform/db/tables/reminders.ts';
import { makeContact, makeRenewal, type RenewalOptions } from '../../../testing/fixtures.ts';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';
import { planAll, sendReminders } from '../jobs.ts';

export const RAVI = 'ravi@acme.example';
export const MEERA = 'meera@acme.example';
/** The last day on which the renewal can be decided, a Friday. */
export const LAST_DAY = '2026-11-27';
/** Eleven o'clock in India. */
export const noon = (day: string) => new Date(`2026-${day}T05:30:00Z`);

export const step = (daysBefore: number, own: Partial<PolicyStep> = {}): PolicyStep => ({
  ...{
    key: `email-${daysBefore}`,
    daysBefore,
    purpose: 'decision',
    outcomes: [],
    segments: [],
    channel: 'Email',
    to: 'first',
  },
  ...{ subject: 'Renewal of {domain}', text: 'By {last_day}.\n\n{if_nothing}\n\n{link}' },
  ...own,
});

/** A desk whose customers are reminded, and the renewal of one of them, who has two people. */
export async function remindersDesk(
  options: TestServerOptions & { steps?: readonly PolicyStep[]; acme?: RenewalOptions } = {},
) {
  let time = noon('10-01');
  const desk = await testServer({ ...options, now: () => time });
  const { db, services } = desk;
  const save = (steps: readonly PolicyStep[], isOn = true) => db.insert(reminderPoliciesTable).values({ steps, isOn });
  await save(options.steps ?? STANDARD_STEPS);
  const renewal = async (own: RenewalOptions = {}) =>
    makeRenewal(db, {
      renewsOn: '2026-12-01',
      ...own,
      subscription: { ifNobodyActs: 'shrinks', licensedSeats: 20, ...own.subscription },
      renewal: { lastSafeDay: LAST_DAY, ifNobodyActs: 'shrinks', licensedSeats: 20, ...own.renewal },
    });
  const acme = await renewal(options.acme);
  await makeContact(db, acme.customerId, { name: 'Ravi Iyer', email: RAVI, phone: '+919800000001' });
  await makeContact(db, acme.customerId, { name: 'Meera Shah', email: MEERA });
  /** As they will be read. */
  const mails = async () =>
    (await db.select().from(o).orderBy(asc(o.id))).map(({ sealed, sealedLetter, ...mail }) => ({
      ...mail,
      ...(sealed && { body: unseal(services.secret, sealed) }),
      ...(sealedLetter && { letter: JSON.parse(unseal(services.secret, sealedLetter)) as unknown }),
      isSealed: sealed !== null,
    }));
  return {
    ...desk,
    ...{ acme, renewal, save, mails },
    at: (now: Date) => void (time = now),
    plan: async (now?: Date) => {
      if (now) time = now;
      await planAll(services);
    },
    /** Works on what is due at an instant; tells which messages were written. */
    send: async (now?: Date) => {
      if (now) time = now;
      const before = await db.$count(o);
      await sendReminders(services);
      return (await mails()).slice(before).toSorted((one, other) => one.recipient.localeCompare(other.recipient));
    },
    /** As `step recipient state`, those of one day in the order of their rows. */
    steps: async () => {
      const rows = await db.select().from(t).orderBy(asc(t.dueOn), asc(t.id));
      return rows.map((row) => `${row.stepKey} ${row.recipient.split('@')[0] ?? ''} ${row.stoppedBy ?? row.state}`);
    },
    failing: async (table: string) => {
      await db.execute(
        sql`create function fails() returns trigger language plpgsql as 'begin raise exception ''lost''; end'`,
      );
      await db.execute(sql`create trigger fails before insert or update on ${sql.identifier(table)} execute function fails()`); // prettier-ignore
      return async () => {
        await db.execute(sql`drop trigger fails on ${sql.identifier(table)}`);
        await db.execute(sql`drop function fails`);
      };
    },
  };
}

export type RemindersDesk = Awaited<ReturnType<typeof remindersDesk>>;
