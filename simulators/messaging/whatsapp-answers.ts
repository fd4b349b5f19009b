import { createHmac, randomBytes } from 'node:crypto';
import type { CaughtText } from './caught-texts.ts';

/** Where the answers go, and how they are signed: the callback address of an app, and its secret. */
export interface Webhook {
  readonly url: string;
  readonly appSecret: string;
}

const OUR_NUMBER = '910000000000';

async function post({ url, appSecret }: Webhook, phoneId: string, value: object): Promise<number> {
  const metadata = { display_phone_number: OUR_NUMBER, phone_number_id: phoneId };
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '100000000000002', changes }] });
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

const secondsNow = (): string => String(Math.floor(Date.now() / 1_000));

/** Posts to a webhook as Meta's service does. @returns the status of the answer */
export const whatsappAnswers = (phoneId: string) => ({
  /** Who got the message writes back; `isQuoted`: by answering that very message, which few do. */
  reply: (webhook: Webhook, caught: Pick<CaughtText, 'id' | 'to'>, text: string, isQuoted = false): Promise<number> => {
    const from = caught.to.replace('+', '');
    const context = isQuoted ? { context: { from: OUR_NUMBER, id: caught.id } } : {};
    const id = `wamid.${randomBytes(18).toString('base64')}`;
    return post(webhook, phoneId, {
      contacts: [{ profile: { name: 'Customer' }, wa_id: from }],
      messages: [{ ...context, id, from, timestamp: secondsNow(), type: 'text', text: { body: text } }],
    });
  },
  /** The message could not be brought to its phone after all. */
  fail: (webhook: Webhook, { id, to }: Pick<CaughtText, 'id' | 'to'>): Promise<number> => {
    const errors = [{ code: 131026, title: 'Message undeliverable' }];
    const status = { id, status: 'failed', timestamp: secondsNow(), recipient_id: to.replace('+', ''), errors };
    return post(webhook, phoneId, { statuses: [status] });
  },
});
