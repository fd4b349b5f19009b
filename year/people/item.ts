import { followUp } from '@desk/contract/follow-up';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import type { KeyedRandom } from '../keyed-random.ts';
import type { Days } from '../days.ts';
import type { Seen, Wish } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Answer, Person } from './calls.ts';
import type { Customers } from './customers.ts';

export interface Office {
  readonly days: Days;
  readonly random: KeyedRandom;
  readonly customers: Customers;
  readonly note: (seen: Seen) => void;
  readonly now: () => number;
  /** The running term that an item is about; undefined: it has ended, or nobody but the product knows of it. */
  readonly termOf: (item: WorkItem) => Running | undefined;
  /** The term of an item that has ended, and after which no other runs; undefined: another does, or nothing is left of it. */
  readonly pastOf: (item: WorkItem) => Running | undefined;
  readonly isSuspended: (one: Running) => boolean;
  /** What ended with its term is ordered anew in the provider's console. */
  readonly restore: (one: Running, wish: Exclude<Wish, { outcome: 'end' }>) => void;
  /** What the customer freed is free from then on. */
  readonly setLicensed: (one: Running, licensed: number) => void;
  /** Somebody typed other seats than were wanted, and will see it on that day. */
  readonly mistakes: Map<
    string,
    { readonly renewalId: number; readonly wish: Wish; readonly day: string; readonly by: string }
  >;
}

const WRONG_SEATS = 0.01;
const BY_FORM = 0.4;
const AGAIN = 3;
const LATER_AGAIN = 5;

const STATUS = {
  renew: 'Confirmation Received',
  flexible: 'Confirmation received for flex',
} as const;

/** One of the staff does what an item asks for, as far as one can. */
export function handlerOf(office: Office) {
  const { days, random, customers, note, now, termOf, pastOf } = office;
  const runningOrPast = (item: WorkItem): Running | undefined => termOf(item) ?? pastOf(item);
  const called = new Map<string, string>();

  const comment = async (person: Person, item: WorkItem, words: string, day: string | undefined): Promise<void> => {
    const next = day === undefined ? {} : { next: { kind: 'call' as const, day, time: null } };
    await person.calls(followUp.addComment, { comment: words, renewal_id: item.renewal_id, ...next });
  };
  /** Another call, but not after the last day on which it would help. */
  const callAgain = (item: WorkItem, today: string, after: number): string => {
    const day = days.businessAfter(today, after);
    const last = item.last_safe_day;
    if (last === null || day < last) return day;
    const eve = days.businessBefore(last, 1);
    return eve > today ? eve : days.businessAfter(today, 1);
  };

  const tries = new Map<string, number>();
  /** Who never answers is called less and less often. */
  const waitAfter = (term: string): number => {
    const count = (tries.get(term) ?? 0) + 1;
    tries.set(term, count);
    return LATER_AGAIN * count;
  };

  const approve = (person: Person, instructionId: number) =>
    person.calls(instructions.approve, { instruction_id: instructionId });

  async function askProvider(
    person: Person,
    renewalId: number,
    wish: Wish,
  ): Promise<Answer<typeof instructions.place>> {
    const answer = await person.calls(instructions.place, { renewal_id: renewalId, ...wish });
    if (answer.status === 200 && answer.reply.instruction.state === 'draft')
      await approve(person, answer.reply.instruction.instruction_id);
    return answer;
  }

  /** By the form of a comment, whose status asks for it; the end of a subscription is asked for by itself. */
  async function byForm(person: Person, item: WorkItem, wish: Exclude<Wish, { outcome: 'end' }>): Promise<void> {
    const seats = wish.outcome === 'renew' ? { seats_at_renewal: String(wish.seats) } : {};
    const formData = { highlight: 'Green' as const, status: STATUS[wish.outcome], add_lic: '0', ...seats };
    const saved = await person.calls(followUp.saveStatus, { renewal_id: item.renewal_id, formData });
    if (saved.status === 200 && saved.reply.instruction_id !== null) await approve(person, saved.reply.instruction_id);
  }

  async function record(person: Person, item: WorkItem, one: Running, wish: Wish, today: string): Promise<void> {
    const isWrong = wish.outcome === 'renew' && random.happens(WRONG_SEATS, one.term, 'typed wrong');
    if (isWrong && item.last_safe_day !== null && days.businessAfter(today, 2) < item.last_safe_day) {
      const typed: Wish = { outcome: 'renew', seats: wish.seats + 1 };
      await askProvider(person, item.renewal_id, typed);
      const day = days.businessAfter(today, 1);
      office.mistakes.set(one.term, { renewalId: item.renewal_id, wish, day, by: person.email });
      return;
    }
    if (wish.outcome !== 'end' && random.happens(BY_FORM, one.term, 'by form')) await byForm(person, item, wish);
    else await askProvider(person, item.renewal_id, wish);
  }

  /** What nobody had decided has ended: who wants it back has it ordered anew, and whoever does not has left. */
  async function callAboutPast(person: Person, item: WorkItem, one: Running, today: string): Promise<void> {
    const wish = customers.answerAfterEnd(one, person.email, today);
    if (wish === undefined)
      return comment(person, item, 'Called; nobody answers.', days.businessAfter(today, waitAfter(one.term)));
    if (wish.outcome === 'end') {
      const formData = {
        highlight: 'Red',
        status: 'Lost',
        reason: 'Move to other vendor',
        sub_reason: 'Price Issue',
      } as const;
      await person.calls(followUp.saveStatus, { renewal_id: item.renewal_id, formData });
      return;
    }
    office.restore(one, wish);
    await comment(person, item, 'Ordered anew at the provider.', days.businessAfter(today, LATER_AGAIN));
  }

  async function talk(person: Person, item: WorkItem, today: string): Promise<void> {
    const [one, past] = [termOf(item), pastOf(item)];
    const term = (one ?? past)?.term;
    if (term !== undefined) called.set(term, today);
    if (past && office.isSuspended(past)) return callAboutPast(person, item, past, today);
    if (one === undefined) return comment(person, item, 'Looked at.', days.businessAfter(today, LATER_AGAIN));
    const answered = customers.answer(one, person.email, today);
    switch (answered.is) {
      case 'nobody there':
        return comment(person, item, 'Called; nobody answers.', callAgain(item, today, waitAfter(one.term)));
      case 'later':
        return comment(person, item, 'Called; they decide later.', callAgain(item, today, answered.businessDays));
      case 'decided':
        return record(person, item, one, answered.wish, today);
    }
  }

  /** The seats of the customer's wish, where more are assigned and that holds it up: other things may, too. */
  function seatsToComeDownTo(one: Running, newest: Instruction | undefined): number | undefined {
    const wish = customers.word(one.term);
    const isHeldUp = newest?.state === 'blocked' && wish?.outcome === 'renew' && wish.seats === newest.seats;
    return isHeldUp && customers.isBelowAssigned(one, wish.seats) ? wish.seats : undefined;
  }

  /** What was decided is not in place: seats to free, something that was changed at the provider, or an answer that is due. */
  async function look(person: Person, item: WorkItem, today: string): Promise<void> {
    const one = runningOrPast(item);
    const { reply } = await person.calls(instructions.list, { renewal_id: item.renewal_id });
    const [newest] = reply.instructions;
    const wanted = one && seatsToComeDownTo(one, newest);
    if (one && wanted !== undefined) {
      const licensed = customers.free(one, person.email, wanted);
      if (licensed === undefined)
        return comment(person, item, 'Asked to free seats.', callAgain(item, today, LATER_AGAIN));
      office.setLicensed(one, licensed);
    }
    if (newest === undefined) return comment(person, item, 'Looked at.', callAgain(item, today, AGAIN));
    await person.calls(instructions.retry, { instruction_id: newest.instruction_id });
  }

  async function set(person: Person, item: WorkItem, today: string): Promise<void> {
    const one = termOf(item);
    const wish = one && customers.word(one.term);
    if (!one || !wish) return talk(person, item, today);
    await askProvider(person, item.renewal_id, wish);
  }

  async function act(person: Person, item: WorkItem, today: string): Promise<void> {
    switch (item.act) {
      case 'talk':
        return talk(person, item, today);
      case 'approve':
      case 'confirm':
        if (item.instruction_id !== null) await approve(person, item.instruction_id);
        return undefined;
      case 'set':
        return set(person, item, today);
      case 'look':
        return look(person, item, today);
    }
  }

  return {
    /** What is late and was spoken about these days is left for another day: nobody calls every morning. */
    isLeftToday(item: WorkItem, today: string): boolean {
      const spoken =
        item.act === 'talk' && item.days_late !== null ? called.get(runningOrPast(item)?.term ?? '') : undefined;
      return spoken !== undefined && item.last_safe_day !== today && days.businessAfter(spoken, LATER_AGAIN) > today;
    },
    async handle(person: Person, item: WorkItem, today: string): Promise<void> {
      const one = termOf(item);
      if (one) {
        const { act: kind, sentence } = item;
        note({ kind: 'opened', at: now(), term: one.term, by: person.email, act: kind, sentence });
      }
      await act(person, item, today);
      // Whoever has read a mail and done what it asks for says so.
      if (item.inbound_id !== null) await person.calls(inbound.settle, { inbound_id: item.inbound_id });
    },
    /** Who typed other seats than were wanted sees it the next day, and types the right ones. */
    async correct(person: Person, today: string): Promise<void> {
      for (const [term, { renewalId, wish, day, by }] of office.mistakes) {
        if (by !== person.email || day > today) continue;
        office.mistakes.delete(term);
        await askProvider(person, renewalId, wish);
      }
    },
  };
}
