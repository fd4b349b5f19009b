import type { AtProvider, Listed, Run, Seen, ShownReminder, TermId, Wish } from '../seen.ts';

/** A term that ends on Mon 30 Nov 2026 at 00:00 UTC: its last safe day is Thu 26 Nov, and Thu 19 Nov comes 5 business days before. */
export const TERM: TermId = 'firm.example/Starter/1';
export const OTHER: TermId = 'other.example/Starter/1';
export const ENDS = Date.parse('2026-11-30T00:00:00Z');

/** An instant of the business's day, in India. @param time `hh:mm` */
export const on = (day: string, time = '12:00'): number => Date.parse(`${day}T${time}:00+05:30`);

export const standing = (changes: Partial<AtProvider> = {}): AtProvider => ({
  ...{ plan: 'ANNUAL', status: 'ACTIVE', seats: 10, licensed: 6, renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY' },
  ...changes,
});

export const renew = (seats: number): Wish => ({ outcome: 'renew', seats });

type Term = Extract<Seen, { readonly kind: 'term' }>;
/** @param changes over a term that is known from 1 Jan 2026, whose customer wants all of its 10 seats again */
export const term = (changes: Partial<Term> = {}): Term => ({
  ...{ kind: 'term', at: on('2026-01-01'), term: TERM, domain: 'firm.example', sku: 'Starter', endsAt: ENDS },
  ...{ isOnline: true, now: standing(), price: 1_000, wants: renew(10), isReachable: true },
  ...changes,
});

export const decided = (day: string, wish: Wish, of = TERM): Seen => ({
  ...{ kind: 'decided', at: on(day), term: of, wish, channel: 'portal' },
});

export const spoken = (day: string, answer: 'decided' | 'later' | 'nobody there' = 'later'): Seen => ({
  ...{ kind: 'spoken', at: on(day), term: TERM, by: 'a@desk.example', answer },
});

export const opened = (day: string, sentence = 'Undecided. Call again.'): Seen => ({
  ...{ kind: 'opened', at: on(day), term: TERM, by: 'a@desk.example', act: 'talk', sentence },
});

export const mail = (day: string, domains = ['firm.example'], subject = 'Desk: 1 deadline today'): Seen => ({
  ...{ kind: 'mail', at: on(day, '08:35'), to: 'a@desk.example', subject, domains },
});

export const askedToFree = (day: string): Seen => ({
  ...{ kind: 'asked to free', at: on(day), term: TERM, by: 'a@desk.example', licensed: null },
});

/** @param before what the provider had; `after` what it has then */
export const write = (day: string, method: string, before: AtProvider, after: AtProvider): Seen => ({
  ...{ kind: 'provider write', at: on(day), term: TERM, method, before, after },
});

/** The setting is written on that day. */
export const set = (day: string, renewalType: string): Seen =>
  write(day, 'changeRenewalSettings', standing(), standing({ renewalType }));

const OWNER = 'owner@firm.example';

/** A reminder that reaches the customer, at 11 o'clock where nothing else is said. */
export const reminder = (day: string, time = '11:00', to = OWNER, terms = [TERM]): Seen => ({
  ...{ kind: 'reminder', at: on(day, time), to, terms },
});

export const stopped = (day: string, time = '10:00', to: string | null = null): Seen => ({
  ...{ kind: 'stop', at: on(day, time), term: TERM, to, why: 'replied' },
});

export const shownReminder = (changes: Partial<ShownReminder> = {}): ShownReminder => ({
  ...{ step: '30', to: OWNER, dueOn: '2026-10-27', state: 'sent', reason: null },
  ...changes,
});

/** What is shown on the evening of the last safe day. */
export const remindersShown = (...reminders: readonly ShownReminder[]): Seen => ({
  ...{ kind: 'reminders shown', at: on('2026-11-26', '19:30'), term: TERM, reminders },
});

/** The end of the term, and what stands there on the evening of the first business day after it. */
export const ended = (before: AtProvider, after: AtProvider, settled = after): readonly Seen[] => [
  { kind: 'ended', at: ENDS, term: TERM, before, after },
  { kind: 'settled', at: on('2026-12-01', '19:30'), term: TERM, now: settled, isFinal: false },
];

export const final = (now: AtProvider): Seen => ({
  ...{ kind: 'settled', at: on('2027-03-01', '19:30'), term: TERM, now, isFinal: true },
});

type Instruction = Extract<Seen, { readonly kind: 'last safe day' }>['instruction'];

/** The evening of the last safe day. */
export const checked = (instruction: Instruction, now = standing()): Seen => ({
  ...{ kind: 'last safe day', at: on('2026-11-26', '19:30'), term: TERM, now, instruction },
});

export const row = (changes: Partial<Listed> = {}): Listed => ({
  ...{ term: TERM, person: 'Asha', daysLate: null, lastSafeDay: '2026-11-26', sentence: 'Undecided. Call again.' },
  ...changes,
});

export const evening = (day: string, lists: readonly Listed[] = [row()]): Seen => ({
  ...{ kind: 'evening', at: on(day, '19:30'), day, lists },
});

/** A run of what was seen, in any order. */
export const runOf = (...seen: readonly (Seen | readonly Seen[])[]): Run => ({
  ...{ seed: 1, domains: 1, days: 365, from: '2026-01-01', countedUntil: Date.parse('2026-12-31T00:00:00Z') },
  ...{ timeZone: 'Asia/Kolkata', lead: 2, holidays: [], seen: seen.flat() },
});
