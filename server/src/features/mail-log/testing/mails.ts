import { mailLog } from '@desk/contract/mail-log';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { outboxTable } from '../../../platform/db/tables/outbox.ts';
import type { Mail, Mailer } from '../../../integrations/mail/mailer.ts';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';

export const RAVI = 'ravi@acme.example';
type Message = typeof outboxTable.$inferInsert;

/** A desk whose mails arrive in `sent`, and somebody who may look at the log. */
export async function openDesk(options: TestServerOptions = {}) {
  const sent: Mail[] = [];
  const post = { answer: { outcome: 'sent', response: '250 Ok' } as Awaited<ReturnType<Mailer['send']>> };
  const send = (mail: Mail) => {
    sent.push(mail);
    return Promise.resolve(post.answer);
  };
  const mailer = { send, verify: () => Promise.resolve(undefined), close: () => undefined };
  const desk = await testServer({ clients: { mailer }, ...options });
  const asha = await desk.as();
  return {
    ...desk,
    asha,
    sent,
    post,
    written: async (message: Partial<Message> = {}) => {
      const usual = {
        channel: 'Email',
        purpose: 'notice',
        recipient: RAVI,
        subject: 'Hello',
        body: 'Dear Ravi',
      } as const;
      const [made] = await desk.db
        .insert(outboxTable)
        .values({ ...usual, createdBy: 'system', ...message })
        .returning();
      return made?.id ?? expect.unreachable();
    },
    messages: () => desk.db.select().from(outboxTable).orderBy(asc(outboxTable.id)),
    hold: async (held: boolean) => {
      expect((await asha.calls(mailLog.hold, { held })).status).toBe(200);
    },
    mailSwitch: async () => (await asha.calls(mailLog.state, {})).reply,
    entries: async (subject: string) => {
      const entries = await desk.db
        .select()
        .from(auditLogTable)
        .where(eq(auditLogTable.subject, subject))
        .orderBy(auditLogTable.id);
      return entries.map(({ action, actor, subjectId }) => `${action} ${subjectId} ${actor}`);
    },
  };
}
