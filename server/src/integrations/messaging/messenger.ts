import { tellChat } from './chat.ts';
import { normalisePhone } from './phone.ts';
import { sendSms, type SmsAccount } from './sms.ts';
import type { MessageResult } from './message-result.ts';
import { sendWhatsapp, type WhatsappAccount } from './whatsapp.ts';

/** WhatsApp takes approved templates only; `parameters` fill its {{1}}, {{2}}, … */
export type Message =
  | { channel: 'sms'; to: string; text: string }
  | { channel: 'whatsapp'; to: string; template: string; language: string; parameters: readonly string[] }
  | { channel: 'chat'; text: string };

export interface Messenger {
  /** Never throws; after a `retry` the message has not arrived, after a `failed` it may have where the reason says so. */
  send(message: Message): Promise<MessageResult>;
}

interface Accounts {
  /** Undefined: not configured; every message of that channel fails and says so. */
  sms?: SmsAccount | undefined;
  whatsapp?: WhatsappAccount | undefined;
  /** The address of its incoming webhook. */
  chat?: string | undefined;
  /** Milliseconds to wait for an answer. */
  timeoutMs?: number;
}

const failed = (reason: string): Promise<MessageResult> => Promise.resolve({ outcome: 'failed', reason });

export function makeMessenger({ sms, whatsapp, chat, timeoutMs = 15_000 }: Accounts): Messenger {
  return {
    send(message) {
      if (message.channel === 'chat')
        return chat === undefined ? failed('The chat is not configured') : tellChat(chat, message.text, timeoutMs);
      const to = normalisePhone(message.to);
      if (to === undefined) return failed(`Not a phone number: ${message.to.slice(0, 40)}`);
      if (message.channel === 'sms') {
        return sms ? sendSms(sms, { ...message, to }, timeoutMs) : failed('SMS is not configured');
      }
      return whatsapp ? sendWhatsapp(whatsapp, { ...message, to }, timeoutMs) : failed('WhatsApp is not configured');
    },
  };
}
