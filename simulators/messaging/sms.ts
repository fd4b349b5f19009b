import { randomBytes } from 'node:crypto';
import type { CaughtTexts } from './caught-texts.ts';
import type { Answer } from './whatsapp.ts';

const PROBLEMS = {
  20003: { status: 401, message: 'Authenticate' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21602: { status: 400, message: 'Message body is required.' },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
} as const;

export function smsRefusal(code: keyof typeof PROBLEMS, of = ''): Answer {
  const { status, message } = PROBLEMS[code];
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message: of === '' ? message : `${message}: ${of}`, more_info, status } };
}

/** Twilio's `Messages.json`: the form says to whom, from which sender and what. */
export function sendSms(form: URLSearchParams, account: string, caught: CaughtTexts): Answer {
  const to = form.get('To') ?? '';
  const text = form.get('Body') ?? '';
  const service = form.get('MessagingServiceSid');
  const from = form.get('From');
  if (!/^\+[1-9]\d{7,14}$/.test(to)) return smsRefusal(21211, to);
  if (text === '') return smsRefusal(21602);
  if (!service && !from) return smsRefusal(21603);
  const sid = `SM${randomBytes(16).toString('hex')}`;
  caught.add({ id: sid, channel: 'sms', to, text });
  return {
    status: 201,
    body: {
      sid,
      account_sid: account,
      messaging_service_sid: service,
      from,
      to,
      body: text,
      status: 'queued',
      direction: 'outbound-api',
      num_segments: String(Math.ceil(text.length / 160)),
      error_code: null,
      error_message: null,
    },
  };
}
