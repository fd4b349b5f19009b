import { randomBytes } from 'node:crypto';
import type { CaughtTexts } from './caught-texts.ts';

/** An HTTP answer. */
export interface Answer {
  status: number;
  body: unknown;
}

const BODIES: Record<string, { id: string; language: string; body: string; parameters: number }> = {
  renewal_reminder_v1: {
    id: '900000000000001',
    language: 'en',
    body: 'Hello {{1}}, the licences of {{2}} ({{3}}) are due for renewal on {{4}}. Please confirm the renewal with us.',
    parameters: 4,
  },
  renewal_overdue_v1: {
    id: '900000000000003',
    language: 'en',
    body: 'Hello {{1}}, the licences of {{2}} ({{3}}) were due for renewal on {{4}}. Please confirm the renewal with us.',
    parameters: 4,
  },
  renewal_recorded_v1: {
    id: '900000000000002',
    language: 'en',
    body: 'Hello {{1}}, this is recorded for the renewal of {{2}} on {{3}}: {{4}}. You need not do anything.',
    parameters: 4,
  },
};

const STATUS = { 100: 400, 190: 401, 131026: 400, 131047: 400, 130429: 429, 132000: 400, 132001: 404 } as const;
type Code = keyof typeof STATUS;

const MESSAGES: Record<Code, string> = {
  100: 'Invalid parameter',
  190: 'Invalid OAuth access token - Cannot parse access token',
  130429: 'Rate limit hit',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  132000: 'Number of parameters does not match the expected number of params',
  132001: 'Template name does not exist in the translation',
};

export function whatsappRefusal(code: Code, details = MESSAGES[code]): Answer {
  const error = {
    message: `(#${code}) ${MESSAGES[code]}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: randomBytes(8).toString('base64url'),
  };
  return { status: STATUS[code], body: { error } };
}

interface TemplateMessage {
  to: string;
  name: string;
  language: string;
  parameters: string[];
}

type Loose = Record<string, unknown>;
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A parameter as text; of an amount or a moment the sender's fallback value. */
function shownOf(parameter: Loose): string {
  const type = asText(parameter['type']);
  if (type === 'currency' || type === 'date_time') return asText(asObject(parameter[type])['fallback_value']);
  return type === 'text' ? asText(parameter['text']) : '';
}

function templateOf(message: Loose): Omit<TemplateMessage, 'to'> {
  const template = asObject(message['template']);
  const body = asList(template['components'])
    .map(asObject)
    .find(({ type }) => type === 'body');
  return {
    name: asText(template['name']),
    language: asText(asObject(template['language'])['code']),
    parameters: asList(body?.['parameters']).map((parameter) => shownOf(asObject(parameter))),
  };
}

function readMessage(input: unknown): TemplateMessage | Answer {
  const message = asObject(input);
  const { to, type } = message;
  if (message['messaging_product'] !== 'whatsapp') return whatsappRefusal(100, 'messaging_product must be whatsapp');
  if (typeof to !== 'string' || !/^[1-9]\d{7,14}$/.test(to)) return whatsappRefusal(100, 'to must be digits only');
  if (type !== 'template') return whatsappRefusal(131047, 'More than 24 hours have passed since the recipient replied');
  return { to, ...templateOf(message) };
}

/** Meta's rules for a message that the business begins: an approved template in its language, and just its parameters. */
export function sendWhatsapp(input: unknown, caught: CaughtTexts): Answer {
  const message = readMessage(input);
  if ('status' in message) return message;
  const { to, name, language, parameters } = message;
  const template = BODIES[name];
  if (template?.language !== language) {
    return whatsappRefusal(132001, `template name (${name}) does not exist in ${language}`);
  }
  if (parameters.length !== template.parameters) {
    const details = `body: number of params (${parameters.length}) does not match the expected (${template.parameters})`;
    return whatsappRefusal(132000, details);
  }
  if (parameters.some((text) => text === '' || /[\n\t]| {5}/.test(text))) {
    return whatsappRefusal(100, 'Param text cannot be empty or have new-line/tab characters or more than 4 spaces');
  }
  const id = `wamid.${randomBytes(18).toString('base64')}`;
  const text = template.body.replace(/\{\{(\d)\}\}/g, (_, nth: string) => parameters[Number(nth) - 1] ?? '');
  caught.add({ id, channel: 'whatsapp', to: `+${to}`, text, template: name });
  const contacts = [{ input: to, wa_id: to }];
  return {
    status: 200,
    body: { messaging_product: 'whatsapp', contacts, messages: [{ id, message_status: 'accepted' }] },
  };
}

/** The approved templates, all or those of a name. */
export function listTemplates(name: string | null): Answer {
  const data = Object.entries(BODIES)
    .filter(([own]) => name === null || own === name)
    .map(([own, { id, language, body }]) => ({
      name: own,
      language,
      status: 'APPROVED',
      category: 'UTILITY',
      id,
      components: [{ type: 'BODY', text: body }],
    }));
  const cursors = data.length === 0 ? {} : { before: 'MAZDZD', after: 'MjQZD' };
  return { status: 200, body: { data, paging: { cursors } } };
}
