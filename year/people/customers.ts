import { ownRenewals } from '@desk/contract/own-renewals';
import type { InputOf } from '@desk/contract/call';
import type { AtProvider, Seen, TermId, Wish } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Days } from '../days.ts';
import type { Person } from './calls.ts';

/** What somebody of the staff hears when they call. */
export type Answered =
  | { readonly is: 'nobody there' }
  /** So many business days later they will know, or will have said so in the portal. */
  | { readonly is: 'later'; readonly businessDays: number }
  | { readonly is: 'decided'; readonly wish: Wish };

interface Mind {
  asked: number;
  freed: number;
  /** The last word given, and on which day. */
  word: { readonly wish: Wish; readonly day: string } | undefined;
  hasChanged: boolean;
}

interface Surroundings {
  readonly days: Days;
  readonly note: (seen: Seen) => void;
  readonly now: () => number;
  readonly standing: (one: Running) => AtProvider;
  /** A session in the customer's portal. */
  readonly portal: (domain: string) => Promise<Person>;
}

const BETWEEN_CALLS = 4;

type Decision = Omit<InputOf<typeof ownRenewals.decide>, 'renewal_id'>;

function decisionOf(wish: Wish, now: AtProvider): Decision {
  switch (wish.outcome) {
    case 'renew':
      return wish.seats === now.seats ? { decision: 'renew' } : { decision: 'change', seats: wish.seats };
    case 'flexible':
      return { decision: 'change', plan_name: 'FLEXIBLE' };
    case 'end':
      return { decision: 'do_not_renew', reason: 'Price Issue' };
  }
}

/** All customers: what they want, whom they answer, and what they decide by themselves. */
export function makeCustomers({ days, note, now, standing, portal }: Surroundings) {
  const minds = new Map<TermId, Mind>();
  const mindOf = (term: TermId): Mind => {
    const mind = minds.get(term) ?? { asked: 0, freed: 0, word: undefined, hasChanged: false };
    minds.set(term, mind);
    return mind;
  };

  function give(one: Running, wish: Wish, channel: 'portal' | 'phone', today: string): void {
    mindOf(one.term).word = { wish, day: today };
    note({ kind: 'decided', at: now(), term: one.term, wish, channel });
  }

  /** The first word is ripe today, without anybody asking. */
  function isRipe({ term, endsAt, intention: { knows, channel } }: Running, today: string): boolean {
    if (channel !== 'portal') return false;
    if (knows.how === 'asked') return mindOf(term).asked >= knows.times;
    return days.businessBefore(days.lastSafeDay(endsAt), knows.before) <= today;
  }

  /** Business days after which somebody who decides in the portal will have done so. */
  function untilRipe({ endsAt, intention: { knows } }: Running, today: string): number {
    if (knows.how === 'asked') return BETWEEN_CALLS;
    const ripeOn = days.businessBefore(days.lastSafeDay(endsAt), knows.before);
    return Math.max(1, days.businessDays(today, ripeOn) + 1);
  }

  /** Another word after the first one. */
  function changed({ term, intention: { changes } }: Running, today: string): Wish | undefined {
    const mind = mindOf(term);
    if (changes === null || mind.word === undefined || mind.hasChanged) return undefined;
    if (days.businessAfter(mind.word.day, changes.after) > today) return undefined;
    mind.hasChanged = true;
    return changes.wish;
  }

  /** What is decided in the portal today. */
  function ripe(one: Running, today: string): Wish | undefined {
    const { wants, isReachable } = one.intention;
    if (!isReachable || wants === null || today > days.lastSafeDay(one.endsAt)) return undefined;
    if (mindOf(one.term).word !== undefined) return changed(one, today);
    return isRipe(one, today) ? wants : undefined;
  }

  async function decide(one: Running, wish: Wish, today: string): Promise<void> {
    const person = await portal(one.domain);
    const { reply } = await person.calls(ownRenewals.list, { search: one.domain });
    const own = reply.renewals.find(({ domain_name, sku_name }) => domain_name === one.domain && sku_name === one.sku);
    if (own === undefined) return;
    const sent = { renewal_id: own.renewal_id, ...decisionOf(wish, standing(one)) };
    const answer = await person.calls(ownRenewals.decide, sent);
    if (one.intention.isDoubled) await person.calls(ownRenewals.decide, sent);
    if (answer.status === 200) give(one, wish, 'portal', today);
    else if (answer.status !== 404) throw new Error(`The portal refused ${one.term}: ${answer.message}`);
  }

  return {
    /** What is decided in the portal today. A change of mind is said there too, or told to who calls next. */
    async useThePortal(terms: readonly Running[], today: string): Promise<void> {
      for (const one of terms) {
        const wish = ripe(one, today);
        if (wish !== undefined) await decide(one, wish, today);
      }
    },
    /** Somebody of the staff calls about a term. */
    answer(one: Running, by: string, today: string): Answered {
      const { wants, isReachable, knows, channel } = one.intention;
      const mind = mindOf(one.term);
      mind.asked += 1;
      const answered = ((): Answered => {
        if (!isReachable || wants === null) return { is: 'nobody there' };
        if (mind.word !== undefined) return { is: 'decided', wish: mind.word.wish };
        const knowsNow = knows.how === 'by itself' || mind.asked >= knows.times;
        if (channel === 'portal') return { is: 'later', businessDays: untilRipe(one, today) };
        return knowsNow ? { is: 'decided', wish: wants } : { is: 'later', businessDays: BETWEEN_CALLS };
      })();
      const answer = answered.is === 'nobody there' ? answered.is : answered.is === 'decided' ? 'decided' : 'later';
      note({ kind: 'spoken', at: now(), term: one.term, by, answer });
      if (answered.is === 'decided' && mind.word === undefined) give(one, answered.wish, 'phone', today);
      return answered;
    },
    /** Who wants fewer seats than are assigned is asked to free some. Undefined: they do not. */
    free(one: Running, by: string, wanted: number): number | undefined {
      const mind = mindOf(one.term);
      mind.freed += 1;
      const { frees } = one.intention;
      const does = frees === 'at once' || (frees === 'later' && mind.freed > 1);
      note({ kind: 'asked to free', at: now(), term: one.term, by, licensed: does ? wanted : null });
      return does ? wanted : undefined;
    },
    word: (term: TermId): Wish | undefined => minds.get(term)?.word?.wish,
  };
}
export type Customers = ReturnType<typeof makeCustomers>;
