import { ownRenewals } from '@desk/contract/own-renewals';
import type { InputOf } from '@desk/contract/call';
import type { AtProvider, Seen, TermId, Wish } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import type { Days } from '../days.ts';
import type { Person } from './calls.ts';

/** What somebody of the staff hears when they call. */
export type Heard =
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

  /** The wish that is ripe to be given in the portal today, without anybody asking. */
  function ripe(one: Running, today: string): Wish | undefined {
    const { term, endsAt, intention } = one;
    const { wants, isReachable, knows, channel, changes } = intention;
    const mind = mindOf(term);
    const last = days.lastSafeDay(endsAt);
    if (!isReachable || wants === null || today > last) return undefined;
    if (mind.word === undefined) {
      const isTime = knows.how === 'by itself' && days.businessBefore(last, knows.before) <= today;
      const wasAsked = knows.how === 'asked' && mind.asked >= knows.times;
      return channel === 'portal' && (isTime || wasAsked) ? wants : undefined;
    }
    if (changes === null || mind.hasChanged || days.businessAfter(mind.word.day, changes.after) > today)
      return undefined;
    mind.hasChanged = true;
    return changes.wish;
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
    answer(one: Running, by: string, today: string): Heard {
      const { wants, isReachable, knows, channel } = one.intention;
      const mind = mindOf(one.term);
      mind.asked += 1;
      const heard = ((): Heard => {
        if (!isReachable || wants === null) return { is: 'nobody there' };
        if (mind.word !== undefined) return { is: 'decided', wish: mind.word.wish };
        const knowsNow = knows.how === 'by itself' || mind.asked >= knows.times;
        if (channel === 'portal') return { is: 'later', businessDays: BETWEEN_CALLS };
        return knowsNow ? { is: 'decided', wish: wants } : { is: 'later', businessDays: BETWEEN_CALLS };
      })();
      const answer = heard.is === 'nobody there' ? heard.is : heard.is === 'decided' ? 'decided' : 'later';
      note({ kind: 'spoken', at: now(), term: one.term, by, answer });
      if (heard.is === 'decided' && mind.word === undefined) give(one, heard.wish, 'phone', today);
      return heard;
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
