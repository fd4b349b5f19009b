import type { TimelineEntry, TimelineKind } from '@desk/contract/timeline';
import type { InboundKind } from '@desk/contract/words/reach';
import { planWords } from '@desk/contract/words/plan-words';
import { counted, date, longDate, money, number, shown } from '../../kit/text/format.ts';

/** The kinds of entries as their filter calls them, in its order. */
export const KIND_WORDS: Readonly<Record<TimelineKind, string>> = {
  comment: 'Comments',
  message: 'Messages',
  reminder: 'Stopped reminders',
  opening: 'Openings',
  inbound: 'Mail in',
  decision: 'Decisions',
  order: 'Orders',
  invoice: 'Invoices',
  ticket: 'Tickets',
  sync: 'Syncs',
  edit: 'Edits',
};

/** What a mail that came in is, in a word or two. */
export const INBOUND_WORDS: Readonly<Record<InboundKind, string>> = {
  reply: 'Reply',
  bounce: 'Bounced',
  'auto-reply': 'Automatic answer',
  unsubscribe: 'Unsubscribed',
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const valueOf = (value: string | null) => (value !== null && DAY.test(value) ? date(value) : shown(value));

/** How an entry reads: who, what they did, the state it came to, and more below. */
export interface Sentence {
  readonly who: string | null;
  readonly text: string;
  readonly states: readonly string[];
  readonly more: readonly string[];
}

type Of<Kind extends TimelineKind> = Extract<TimelineEntry, { kind: Kind }>;

const present = (...texts: readonly (string | null | false | undefined)[]): string[] =>
  texts.filter((text): text is string => typeof text === 'string' && text !== '');

function decided({ decision, seats, plan, reason }: Of<'decision'>): string {
  if (decision === 'renew') return 'wants to renew as it is';
  if (decision === 'talk') return 'wants to talk';
  if (decision === 'do_not_renew') return `does not renew: ${shown(reason)}`;
  return `wants ${present(seats !== null && counted(seats, 'seat'), plan !== null && planWords(plan)).join(', ')}`;
}

export interface About {
  readonly renewal_date: string;
  readonly sku_name: string;
}
/** Which renewal is meant, where it is another one than that which is worked on. */
const about = (renewal: About | null, current: About | undefined) => {
  const isCurrent = renewal?.renewal_date === current?.renewal_date && renewal?.sku_name === current?.sku_name;
  return renewal && !isCurrent && `${renewal.sku_name}, renewal of ${longDate(renewal.renewal_date)}`;
};

const seatsOf = ({ seats_before, seats_after }: Of<'order'>) =>
  seats_before !== null && seats_after !== null && `${number(seats_before)} → ${number(seats_after)} seats`;

const changed = (
  { by, what, changes, renewal, product }: Of<'sync'> | Of<'edit'>,
  current: About | undefined,
): Sentence => ({
  who: by === 'system' ? null : by,
  text: what,
  states: [],
  more: [
    ...changes.map(({ field, old, new: now }) => `${field}: ${valueOf(old)} → ${valueOf(now)}`),
    ...present(about(renewal, current), product !== current?.sku_name && product),
  ],
});

const TELLING: { readonly [Kind in TimelineKind]: (entry: Of<Kind>, current: About | undefined) => Sentence } = {
  comment: ({ by, text, flag, status, renewal }, current) => ({
    who: by,
    text,
    states: present(flag, status),
    more: present(about(renewal, current)),
  }),
  message: ({ by, channel, recipient, subject, state, reason }) => ({
    who: by === 'system' ? null : by,
    text: `${channel} to ${recipient}${subject === null ? '' : `: ${subject}`}`,
    states: [state],
    more: present(state === 'sent' ? null : reason),
  }),
  reminder: ({ purpose, channel, recipient, reason, renewal }, current) => ({
    who: null,
    text: `Reminder ${purpose === 'payment' ? 'of payment ' : ''}by ${channel === 'Email' ? 'e-mail' : channel} to ${recipient} stopped`,
    states: [],
    more: present(reason, about(renewal, current)),
  }),
  opening: ({ by, name, version, openings }) => ({
    who: by,
    text: `opened the offer, version ${number(version)}`,
    states: [],
    more: present(name, openings > 1 && `${number(openings)} times`),
  }),
  inbound: ({ by, mail, subject, text }) => ({
    who: mail === 'bounce' ? null : by,
    text: text === '' ? subject : text,
    states: mail === 'reply' ? [] : [INBOUND_WORDS[mail]],
    more: present(mail === 'reply' || mail === 'auto-reply' ? subject : null),
  }),
  decision: (entry, current) => ({
    who: entry.by,
    text: decided(entry),
    states: [],
    more: present(entry.text !== '' && `“${entry.text}”`, about(entry.renewal, current)),
  }),
  order: (entry) => ({
    who: entry.by,
    text: `ordered ${counted(entry.added_seats, 'seat')} of ${entry.sku_name}`,
    states: [entry.state],
    more: present(seatsOf(entry), entry.reason),
  }),
  ticket: ({ number: no, subject, department, status }) => ({
    who: null,
    text: `#${no} ${subject}`,
    states: [status],
    more: [department === 'support' ? 'Support' : 'Deployment'],
  }),
  invoice: ({ number: no, total, balance, currency, status, plan }) => ({
    who: null,
    text: `Invoice ${no}, ${money(total, currency)}`,
    states: [status],
    more: present(Number(balance) > 0 && `${money(balance, currency)} open`, plan),
  }),
  sync: changed,
  edit: changed,
};

export const tellingOf = (entry: TimelineEntry, current: About | undefined): Sentence =>
  (TELLING[entry.kind] as (one: TimelineEntry, current: About | undefined) => Sentence)(entry, current);
