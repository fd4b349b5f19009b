import { eq, sql } from 'drizzle-orm';
import { outboxTable as o } from '../platform/db/tables/outbox.ts';
import { unseal } from '../platform/crypto/secret.ts';
import type { TestServer } from './server.ts';

/** The mails to an address, oldest first, as they will be read. */
export async function mailsTo({ db, services }: TestServer, recipient: string) {
  const mails = await db
    .select()
    .from(o)
    .where(eq(o.recipient, recipient))
    .orderBy(sql`id`);
  return mails.map(({ subject, body, sealed }) => ({
    subject: subject ?? '',
    text: sealed ? unseal(services.secret, sealed) : (body ?? ''),
  }));
}

/** The one-time code in the newest mail to an address. */
export async function codeFor(desk: TestServer, recipient: string): Promise<string> {
  return /\d{6}/.exec((await mailsTo(desk, recipient)).at(-1)?.text ?? '')?.[0] ?? 'no code was sent';
}
