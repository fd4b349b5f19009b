import { ownRenewals } from '@desk/contract/own-renewals';
import type { InputOf } from '@desk/contract/call';
import pMap from 'p-map';
import type { AtProvider, Channel, Seen, TermId, Wish } from '../oracle/seen.ts';
import type { CaughtMail } from '../../simulators/mailbox/caught-mails.ts';
import type { Running } from '../watch/provider.ts';
import type { Days } from '../days.ts';
import { AT_ONCE, type Person } from './calls.ts';
import type { ByLink } from './decision-page.ts';

/** What somebody of the staff hears when they call. */
export type Answered =
  | { readonly is: 'nobody there' }
  /** So many business days later they will know, or will have said so in the portal. */
  | { readonly is: 'later'; readonly businessDays: number }
  | { readonly is: 'decided'; readonly wish: Wish };

interface Mind {
  /** By staff who called, and by reminders. */
  asked: number;
  /** The way to the page of the newest reminder that came. */
  link: string | undefined;
  hasReplied: boolean;
  /** The portal has not taken what they want: they say it to who calls. */
  isRefused: boolean;
  freed: number;
  /** The last word given, and on which day. */
  word: { readonly wish: Wish; readonly day: string } | undefined;
  /** So often another word was given. */
  changed: number;
}

interface Dependencies {
  readonly days: Days;
  readonly note: (seen: Seen) => void;
  readonly now: () => number;
  readonly standing: (one: Running) => AtProvider;
  /** A session in the customer's portal. */
  readonly portal: (domain: string) => Promise<Person>;
  /** Decides on the page of a link. */
  readonly decideByLink: (link: string, one: Running, wish: Wish, now: AtProvider) => Promise<ByLink>;
  /** Answers a reminder by mail. */
  readonly reply: (mail: CaughtMail, text: string) => unknown;
}

/** A reminder that came, and the way to its page. */
interface ReminderMail {
  readonly mail: CaughtMail;
  readonly link: string | undefined;
}

/** What the portal says of seats that cannot be had, which is no fault of the product. */
const SEATS_REFUSED = /^\d+ (?:people use|person uses) a seat\.|needs Enterprise/;

/** Who is to answer by link, and to whom none has come, says it on the telephone in the end. */
const CALLS_WITHOUT_LINK = 3;

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
export function makeCustomers({ days, note, now, standing, portal, decideByLink, reply }: Dependencies) {
  const minds = new Map<TermId, Mind>();
  const mindOf = (term: TermId): Mind => {
    const mind = minds.get(term) ?? {
      ...{ asked: 0, freed: 0, word: undefined, changed: 0 },
      link: undefined,
      hasReplied: false,
      isRefused: false,
    };
    minds.set(term, mind);
    return mind;
  };

  function give(one: Running, wish: Wish, channel: Channel, today: string): void {
    mindOf(one.term).word = { wish, day: today };
    note({ kind: 'decided', at: now(), term: one.term, wish, channel });
  }

  /** The first word is ripe today, without anybody asking. */
  function isRipe({ term, endsAt, intention: { knows, channel } }: Running, today: string): boolean {
    if (channel !== 'portal' && channel !== 'link') return false;
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
  function changed({ term, intention: { wants, changes } }: Running, today: string): Wish | undefined {
    const mind = mindOf(term);
    if (changes === null || wants === null || mind.word === undefined) return undefined;
    const next = (changes.returns ? [changes.wish, wants] : [changes.wish])[mind.changed];
    if (next === undefined || days.businessAfter(mind.word.day, changes.after) > today) return undefined;
    mind.changed += 1;
    return next;
  }

  /** What is decided by themselves today. */
  function ripe(one: Running, today: string): Wish | undefined {
    const { wants, isReachable } = one.intention;
    if (!isReachable || wants === null || today > days.lastSafeDay(one.endsAt)) return undefined;
    if (mindOf(one.term).word !== undefined) return changed(one, today);
    return isRipe(one, today) ? wants : undefined;
  }

  /** They have asked to be called. */
  function wantsCall(mind: Mind, { term }: Running, why: string): void {
    mind.hasReplied = true;
    note({ kind: 'stop', at: now(), term, to: null, why });
  }

  async function followLink(link: string, one: Running, wish: Wish, today: string): Promise<void> {
    const mind = mindOf(one.term);
    // Who has asked to be called about it waits for the call.
    const came = mind.hasReplied ? 'refused' : await decideByLink(link, one, wish, standing(one));
    if (came === 'decided') give(one, wish, 'link', today);
    // What the page does not take is said to who calls.
    else mind.link = undefined;
    if (came === 'talks') wantsCall(mind, one, 'asked to be called');
  }

  async function decide(one: Running, wish: Wish, today: string): Promise<void> {
    const { link } = mindOf(one.term);
    if (one.intention.channel === 'link' && link !== undefined) return followLink(link, one, wish, today);
    const person = await portal(one.domain);
    const { reply } = await person.calls(ownRenewals.list, { search: one.domain });
    const own = reply.renewals.find(({ domain_name, sku_name }) => domain_name === one.domain && sku_name === one.sku);
    if (own === undefined) return;
    const sent = { renewal_id: own.renewal_id, ...decisionOf(wish, standing(one)) };
    const answer = await person.calls(ownRenewals.decide, sent);
    if (one.intention.isDoubled) await person.calls(ownRenewals.decide, sent);
    if (answer.status === 200) give(one, wish, 'portal', today);
    else if (answer.status === 422 && SEATS_REFUSED.test(answer.message)) mindOf(one.term).isRefused = true;
    else if (answer.status !== 404) throw new Error(`The portal refused ${one.term}: ${answer.message}`);
  }

  /** Whether somebody has the way by which they answer. */
  const hasTheWay = ({ term, intention: { channel } }: Running): boolean =>
    channel === 'link' ? mindOf(term).link !== undefined : !mindOf(term).isRefused;

  /** Business days after which somebody will have decided without the telephone; undefined: they say it there. */
  function byThemselves(one: Running, today: string): number | undefined {
    const { channel } = one.intention;
    if ((channel === 'portal' || channel === 'link') && hasTheWay(one)) return untilRipe(one, today);
    const waits = channel === 'link' && !mindOf(one.term).hasReplied && mindOf(one.term).asked < CALLS_WITHOUT_LINK;
    return waits ? BETWEEN_CALLS : undefined;
  }

  return {
    /** A reminder reaches them: it asks once more, and who rather speaks than types asks to be called. */
    async read({ mail, link }: ReminderMail, terms: readonly Running[]): Promise<void> {
      const asking = terms.filter((one) => {
        const { isReachable, channel } = one.intention;
        const mind = mindOf(one.term);
        mind.asked += 1;
        mind.link = link ?? mind.link;
        return channel === 'mail' && isReachable && !mind.hasReplied && mind.word === undefined;
      });
      if (asking.length === 0) return;
      await reply(mail, 'Please call me about this.');
      // One answer is about all that the mail spoke of.
      for (const one of terms) wantsCall(mindOf(one.term), one, 'replied');
    },
    /** What is decided in the portal and by link today. A change of mind is said there too, or told to who calls next. */
    async decideByThemselves(terms: readonly Running[], today: string): Promise<void> {
      // A person does one thing after the other; all of them act at the same time.
      const byDomain = new Map<string, Running[]>();
      for (const one of terms) byDomain.set(one.domain, [...(byDomain.get(one.domain) ?? []), one]);
      const decideOne = async (own: readonly Running[]): Promise<void> => {
        for (const one of own) {
          const wish = hasTheWay(one) ? ripe(one, today) : undefined;
          if (wish !== undefined) await decide(one, wish, today);
        }
      };
      await pMap(byDomain.values(), decideOne, { concurrency: AT_ONCE });
    },
    /** Somebody of the staff calls about a term. */
    answer(one: Running, by: string, today: string): Answered {
      const { wants, isReachable, knows } = one.intention;
      const mind = mindOf(one.term);
      mind.asked += 1;
      const answered = ((): Answered => {
        if (!isReachable || wants === null) return { is: 'nobody there' };
        if (mind.word !== undefined) return { is: 'decided', wish: mind.word.wish };
        const knowsNow = knows.how === 'by itself' || mind.asked >= knows.times;
        const will = byThemselves(one, today);
        if (will !== undefined) return { is: 'later', businessDays: will };
        return knowsNow ? { is: 'decided', wish: wants } : { is: 'later', businessDays: BETWEEN_CALLS };
      })();
      const answer = answered.is === 'nobody there' ? answered.is : answered.is === 'decided' ? 'decided' : 'later';
      note({ kind: 'spoken', at: now(), term: one.term, by, answer });
      if (answered.is === 'decided' && mind.word === undefined) give(one, answered.wish, 'phone', today);
      return answered;
    },
    /** Somebody of the staff calls about what has ended undecided; undefined: nobody answers, or they do not know. */
    answerAfterEnd(one: Running, by: string, today: string): Wish | undefined {
      const { term, intention } = one;
      const mind = mindOf(term);
      mind.asked += 1;
      const wish = intention.isReachable ? (mind.word?.wish ?? intention.wants) : null;
      note({ kind: 'spoken', at: now(), term, by, answer: wish === null ? 'nobody there' : 'decided' });
      if (wish !== null && mind.word === undefined) give(one, wish, 'phone', today);
      return wish ?? undefined;
    },
    /** Whether seats have to be freed for a wish; more may stand in its way than that. */
    isBelowAssigned: (one: Running, wanted: number): boolean => wanted < standing(one).licensed,
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
