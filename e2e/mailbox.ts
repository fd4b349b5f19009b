import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from './product.ts';

interface Mail {
  id: number | string;
  subject: string;
  text: string;
}

const ATTEMPTS = 300;

/** The newest mail to somebody whose subject matches; waits for it. `after` counts the mails that were there before. */
export async function mailTo({ mailboxUrl }: Product, to: string, subject: RegExp, after = 0): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const response = await fetch(`${mailboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
    const mails = ((await response.json()) as Mail[]).filter((mail) => subject.test(mail.subject));
    if (mails.length > after) return mails[0]?.text ?? '';
    await pause(100);
  }
  throw new Error(`No mail like ${String(subject)} came to ${to}`);
}

/** The newest one-time code that was mailed to somebody, of `after` + 1 mails at least. */
export async function codeTo(product: Product, to: string, after = 0): Promise<string> {
  return /\b\d{6}\b/.exec(await mailTo(product, to, /one-time code/, after))?.[0] ?? '';
}
