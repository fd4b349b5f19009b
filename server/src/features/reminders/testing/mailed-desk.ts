import { asc, eq } from 'drizzle-orm';
import { outboxTable as o } from '../../../platform/db/tables/outbox.ts';
import type { MailServer } from '../../../testing/mail-server.ts';
import { deliver } from '../../outbox/jobs.ts';
import { noon, RAVI, remindersDesk, step } from './reminders-desk.ts';

export const DUE = noon('10-28');

/** Two renewals of one person that are due together, and their mail in the outbox. */
export async function mailedDesk({ mailbox, mailer }: MailServer) {
  const desk = await remindersDesk({ clients: { mailer }, steps: [step(30)] });
  await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
  await desk.plan(noon('10-20'));
  await desk.send(DUE);
  return {
    ...desk,
    /** Every message that waits is worked on. @returns the subjects of all that arrived */
    leave: async (now = DUE) => {
      desk.at(now);
      for (const { id } of await desk.db.select().from(o).where(eq(o.state, 'queued')).orderBy(asc(o.id)))
        await deliver({ id }, desk.services);
      return mailbox.messages().map(({ subject }) => subject);
    },
  };
}
