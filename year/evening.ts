import pMap from 'p-map';
import type { TermId } from './oracle/seen.ts';
import { ADMINISTRATORS } from './people/staff.ts';
import { AT_ONCE } from './people/calls.ts';
import { isReminder } from './people/inbox.ts';
import { eveningLists, escalated, instructionOf, remindersOf } from './watch/lists.ts';
import type { Running } from './watch/provider.ts';
import type { Year } from './open-year.ts';

const MANAGER = ADMINISTRATORS[0];
const NAMED = /\b(?:new-)?(?:firm|moved-in)-\d+\.example\b/g;
/** Below it stands what nothing is to be done about any more. */
const OFF = 'These are off';

/** Terms that have ended, and where and when what became of them is looked at once more. */
interface Ended {
  readonly term: TermId;
  readonly subscriptionId: string;
  readonly lookOn: string;
}

/** Looks each evening at what a person can see, and at what the provider has. */
export function eveningChecks(year: Year) {
  const { seen, note, now, days, watch, session, staff, termOf, external, inbox } = year;
  const renewals = new Map<TermId, number>();
  const subscriptionOf = new Map<TermId, string>();
  let toSettle: Ended[] = [];
  let read = 0;
  let lastMail = 0;

  /** What was delivered since the last look, oldest first. */
  async function readMails(): Promise<void> {
    const fresh = external.mailbox.messages().filter(({ id }) => Number(id) > lastMail).toReversed(); // prettier-ignore
    for (const mail of fresh) {
      const { id, to, subject, text } = mail;
      // The mail server keeps so many: of those that it has dropped nothing would be known.
      if (Number(id) !== lastMail + 1) throw new Error('More mails came between two looks than the mail server keeps.');
      lastMail = Number(id);
      if (isReminder(mail)) {
        await inbox.receive(mail);
        continue;
      }
      const [toDo = ''] = text.split(OFF);
      const domains = [...new Set(toDo.match(NAMED) ?? [])];
      for (const one of to) note({ kind: 'mail', at: now(), to: one, subject, domains });
    }
  }

  function collectEnded(): void {
    for (const { term, subscriptionId } of watch.running()) subscriptionOf.set(term, subscriptionId);
    for (; read < seen.length; read += 1) {
      const one = seen[read];
      if (one?.kind !== 'ended') continue;
      const subscriptionId = subscriptionOf.get(one.term);
      const lookOn = days.businessAfter(days.today(one.at), 1);
      if (subscriptionId !== undefined) toSettle.push({ term: one.term, subscriptionId, lookOn });
    }
  }

  function settle(today: string, isFinal: boolean): void {
    const due = toSettle.filter(({ lookOn }) => isFinal || lookOn <= today);
    if (!isFinal) toSettle = toSettle.filter((one) => !due.includes(one));
    for (const { term, subscriptionId } of due)
      note({ kind: 'settled', at: now(), term, now: watch.now(term, subscriptionId), isFinal });
  }

  async function lookAtLastSafeDays(today: string): Promise<void> {
    const manager = await session(MANAGER);
    const due = watch.running().filter(({ endsAt }) => days.lastSafeDay(endsAt) === today);
    const lookAt = async ({ term, subscriptionId }: Running): Promise<void> => {
      const renewal = renewals.get(term);
      const instruction = renewal === undefined ? null : await instructionOf(manager, renewal);
      if (renewal !== undefined)
        note({ kind: 'reminders shown', at: now(), term, reminders: await remindersOf(manager, renewal) });
      note({ kind: 'last safe day', at: now(), term, now: watch.now(term, subscriptionId), instruction });
    };
    await pMap(due, lookAt, { concurrency: AT_ONCE });
  }

  async function lookAtLists(today: string): Promise<void> {
    const manager = await session(MANAGER);
    const lists = await eveningLists(manager, await staff.covers(today), (item) => {
      const term = termOf(item)?.term;
      if (term !== undefined) renewals.set(term, item.renewal_id);
      return term;
    });
    note({ kind: 'evening', at: now(), day: today, lists });
  }

  async function lookAtDeadlines(): Promise<void> {
    const shown = new Set((await escalated(await session(MANAGER))).map(({ domain, at }) => `${domain} ${at}`));
    const isShown = ({ domain, endsAt }: { domain: string; endsAt: number }) => shown.has(`${domain} ${endsAt}`);
    const terms = watch.running().filter(isShown).map(({ term }) => term); // prettier-ignore
    note({ kind: 'escalated', at: now(), terms });
  }

  return {
    readMails,
    collectEnded,
    async look(today: string): Promise<void> {
      collectEnded();
      await readMails();
      settle(today, false);
      if (!days.isBusinessDay(today)) return;
      await lookAtLists(today);
      await lookAtLastSafeDays(today);
      await lookAtDeadlines();
    },
    /** When the run is over: what stands at the provider of every term that has ended. */
    lookLast(): void {
      collectEnded();
      const ended = seen.flatMap((one): Ended[] => {
        const subscriptionId = one.kind === 'ended' ? subscriptionOf.get(one.term) : undefined;
        return one.kind === 'ended' && subscriptionId !== undefined
          ? [{ term: one.term, subscriptionId, lookOn: '' }]
          : [];
      });
      toSettle = ended;
      settle('', true);
    },
  };
}
export type EveningChecks = ReturnType<typeof eveningChecks>;
