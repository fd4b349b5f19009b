import type { BodyOf, InputOf, ReplyOf } from '@desk/contract/call';
import type { handOver } from '@desk/contract/renewal-work/hand-over';
import { HandOverOrder, HandOverShare, type HandOver, type LeftRenewal } from '@desk/contract/renewal-work/hand-over';
import { Segment, Zone } from '@desk/contract/words/lists';
import * as z from 'zod/mini';
import { FieldError } from '../../kit/form/form.ts';
import { counted } from '../../kit/text/format.ts';

export type HandOvers = ReplyOf<typeof handOver.list>;
export type Preview = ReplyOf<typeof handOver.preview>;
export type From = BodyOf<typeof handOver.preview>['from'];

/** What the form holds: `a7` is a person (`a0` nobody), `h12` an earlier hand-over. */
export const Typed = z.object({
  whose: z.string().check(z.minLength(1, 'Choose whose renewals')),
  order: HandOverOrder,
  count: z.string().check(z.regex(/^\s*([1-9]\d{0,4})?\s*$/, 'Enter how many')),
  zone: z.string(),
  segment: z.string(),
  people: z.array(z.string()).check(z.minLength(1, 'Choose at least one')),
  share: HandOverShare,
});
export type Typed = z.output<typeof Typed>;

export const whoseOf = (from: From | undefined): string => {
  if (from === undefined) return '';
  return 'account_id' in from ? `a${String(from.account_id)}` : `h${String(from.hand_over_id)}`;
};
export const fromOf = (whose: string): From =>
  whose.startsWith('h') ? { hand_over_id: Number(whose.slice(1)) } : { account_id: Number(whose.slice(1)) };

/** What is asked of the server. @throws FieldError where nobody is left: nobody gets what is their own. */
export function askOf(typed: Typed): InputOf<typeof handOver.preview> {
  const { whose, order, count, share } = typed;
  const people = typed.people.filter((id) => whose !== `a${id}`).map(Number);
  if (people.length === 0) throw new FieldError('people', 'Choose at least one');
  return {
    from: fromOf(whose),
    ...{ order, share, people, count: count.trim() === '' ? null : Number(count) },
    zone: Zone.options.find((one) => one === typed.zone) ?? null,
    segment: Segment.options.find((one) => one === typed.segment) ?? null,
  };
}

export const ORDERS: Readonly<Record<HandOverOrder, string>> = {
  most_urgent: 'The most urgent first',
  least_urgent: 'Those with the most time first',
};
export const SHARES: Readonly<Record<HandOverShare, string>> = {
  round_robin: 'As many to each, one after the other',
  least_value: 'Each to who has the least at stake then',
};

/** "Meenal’s renewals, handed over when she was suspended": of what is still with whom it went to. */
export const handOverName = ({ from, why, to }: Pick<HandOver, 'from' | 'why' | 'to'>): string => {
  const whose = from === null ? 'Unassigned' : from.name;
  const whom = to.map(({ account }) => account?.name ?? 'Unassigned').join(', ');
  return why === 'suspended' ? `${whose}, suspended, to ${whom}` : `${whose} to ${whom}`;
};

const WHY: Readonly<Record<LeftRenewal['why'], string>> = {
  changed: 'changed meanwhile',
  reassigned: 'assigned otherwise since',
  closed: 'closed meanwhile',
  absent: 'whose it was is not there any more',
};

/** What was left where it is, and why; empty where nothing was. */
export function leftWords({ left, left_count: count }: { left: readonly LeftRenewal[]; left_count: number }): string {
  if (count === 0) return '';
  const named = left.slice(0, 3).map(({ domain_name, why }) => `${domain_name} (${WHY[why]})`);
  const rest = count > named.length ? ` and ${String(count - named.length)} more` : '';
  return `${counted(count, 'renewal')} stayed: ${named.join(', ')}${rest}.`;
}
