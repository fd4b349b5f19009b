import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from './product.ts';

export interface Mail {
  id: number | string;
  subject: string;
  text: string;
  attachments: { name: string; type: string }[];
}

/** All mails to somebody, newest first. */
export async function mailsTo({ mailboxUrl }: Product, to: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
  return (await response.json()) as Mail[];
}

/** Its recipient answers, or their server sends it back. */
export async function sendBack(
  { mailboxUrl }: Product,
  { id }: Mail,
  how: 'reply' | 'bounce',
  text = '',
): Promise<void> {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) };
  const { status } = await fetch(`${mailboxUrl}/api/messages/${id}/${how}`, options);
  if (status !== 201) throw new Error(`The mailbox answered ${status}`);
}

const ATTEMPTS = 300;

/** The newest mail to somebody whose subject matches; waits for it. `after` counts the mails that were there before. */
export const mailTo = async (product: Product, to: string, subject: RegExp, after = 0): Promise<string> =>
  (await mailLike(product, to, subject, after)).text;

/** The same, whole. */
export async function mailLike(product: Product, to: string, subject: RegExp, after = 0): Promise<Mail> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const mails = (await mailsTo(product, to)).filter((mail) => subject.test(mail.subject));
    const [newest] = mails;
    if (newest && mails.length > after) return newest;
    await pause(100);
  }
  throw new Error(`No mail like ${String(subject)} came to ${to}`);
}

/** The newest one-time code that was mailed to somebody, of `after` + 1 mails at least. */
export async function codeTo(product: Product, to: string, after = 0): Promise<string> {
  return /\b\d{6}\b/.exec(await mailTo(product, to, /one-time code/, after))?.[0] ?? '';
}
