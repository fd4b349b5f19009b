import { randomBytes } from 'node:crypto';
import type { CaughtTexts } from './caught-texts.ts';
import type { Answer } from './whatsapp.ts';

const PROBLEMS = {
  20001: { status: 400, message: 'Invalid parameter' },
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

const VERSION = '2010-04-01';
const PAGE = 50;
const LARGEST_PAGE = 1000;
/** So many messages are kept to be read. */
const KEPT = 1_000;

/** As Twilio writes instants: Sun, 22 Nov 2026 10:00:00 +0000. */
const twilioTime = (ms: number) => new Date(ms).toUTCString().replace('GMT', '+0000');

/** A call of `Accounts/{account}/Messages…`. */
interface SmsCall {
  method: string;
  account: string;
  /** SM…; undefined where the call is of no single message. */
  sid: string | undefined;
  query: URLSearchParams;
  form: URLSearchParams;
}

interface Order {
  to: string;
  from: string | null;
  service: string | null;
  text: string;
}

function messageOf({ to, from, service, text }: Order, account: string, now: number) {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const uri = `/${VERSION}/Accounts/${account}/Messages/${sid}.json`;
  return {
    sid,
    account_sid: account,
    api_version: VERSION,
    messaging_service_sid: service,
    from,
    to,
    body: text,
    status: 'queued',
    direction: 'outbound-api',
    num_segments: String(Math.ceil(text.length / 160)),
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    date_created: twilioTime(now),
    date_updated: twilioTime(now),
    date_sent: null as string | null,
    uri,
    subresource_uris: { media: uri.replace('.json', '/Media.json') },
  };
}
type Message = ReturnType<typeof messageOf>;

/** Whether a message lies in the days that are asked for: `DateSent`, `DateSent<` and `DateSent>`, both with the day itself. */
function isOfDays({ date_created: at }: Message, query: URLSearchParams): boolean {
  const dayOf = (text: string) => new Date(text).toISOString().slice(0, 10);
  const day = dayOf(at);
  const [on, until, from] = ['DateSent', 'DateSent<', 'DateSent>'].map((name) => query.get(name));
  return (!on || day === dayOf(on)) && (!until || day <= dayOf(until)) && (!from || day >= dayOf(from));
}

function pageOf(all: readonly Message[], account: string, query: URLSearchParams): Answer {
  const address = (page: number, perPage: number) => {
    const wanted = new URLSearchParams(query);
    wanted.set('PageSize', String(perPage));
    wanted.set('Page', String(page));
    wanted.delete('PageToken');
    return `/${VERSION}/Accounts/${account}/Messages.json?${wanted.toString()}`;
  };
  const size = Math.min(Number(query.get('PageSize') ?? PAGE), LARGEST_PAGE);
  const page = Number(query.get('Page') ?? 0);
  if (!Number.isInteger(size) || size < 1 || !Number.isInteger(page) || page < 0) return smsRefusal(20001, 'Page');
  const messages = all.slice(page * size, (page + 1) * size);
  const body = {
    messages,
    page,
    page_size: size,
    start: page * size,
    end: page * size + Math.max(0, messages.length - 1),
    uri: address(page, size),
    first_page_uri: address(0, size),
    previous_page_uri: page === 0 ? null : address(page - 1, size),
    next_page_uri: (page + 1) * size < all.length ? address(page + 1, size) : null,
  };
  return { status: 200, body };
}

/** Twilio's messages of one account: sent, read, listed, and taken away. */
export function makeSms(caught: CaughtTexts) {
  let newestFirst: Message[] = [];

  function send({ form, account }: SmsCall): Answer {
    const [to, text] = [form.get('To') ?? '', form.get('Body') ?? ''];
    const [service, from] = [form.get('MessagingServiceSid'), form.get('From')];
    if (!/^\+[1-9]\d{7,14}$/.test(to)) return smsRefusal(21211, to);
    if (text === '') return smsRefusal(21602);
    if (!service && !from) return smsRefusal(21603);
    const message = messageOf({ to, from, service, text }, account, Date.now());
    caught.add({ id: message.sid, channel: 'sms', to, text });
    const queued = { ...message };
    // A later status request finds it delivered.
    Object.assign(message, { status: 'delivered', date_sent: message.date_created });
    newestFirst = [message, ...newestFirst].slice(0, KEPT);
    return { status: 201, body: queued };
  }

  function list({ account, query }: SmsCall): Answer {
    const [to, from] = [query.get('To'), query.get('From')];
    const isWanted = (message: Message) =>
      (!to || message.to === to) && (!from || message.from === from) && isOfDays(message, query);
    return pageOf(newestFirst.filter(isWanted), account, query);
  }

  function ofOne(message: Message, { method, form }: SmsCall): Answer {
    if (method === 'DELETE') {
      newestFirst = newestFirst.filter((one) => one !== message);
      return { status: 204, body: undefined };
    }
    if (method === 'POST') {
      // Of what was sent only the text can change, and only to none.
      if (form.get('Body') !== '') return smsRefusal(20001, 'Body');
      message.body = '';
    }
    return { status: 200, body: message };
  }

  return function answer(call: SmsCall): Answer {
    if (call.sid === undefined) return call.method === 'POST' ? send(call) : list(call);
    const message = newestFirst.find(({ sid }) => sid === call.sid);
    return message ? ofOne(message, call) : smsRefusal(20404);
  };
}
