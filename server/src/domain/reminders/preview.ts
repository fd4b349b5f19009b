import type { Db } from '../../platform/db/db.ts';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';
import type { Sender } from '../../platform/mail/content.ts';
import { addDays } from '../../platform/time/days.ts';
import { draftOffer } from '../offers/make-offer.ts';
import { messageOf, nameOf, owedOf, type LineStep } from './compose.ts';
import { digestsOf, toPayOf, type Digest } from './digest.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { OfferLink } from './mail.ts';
import type { Knows } from './offer-link.ts';
import { planOf, type Days, type NewStep, type Term } from './plan.ts';
import { readLines } from './read-lines.ts';
import { readStopFacts } from './read-stops.ts';
import { readTerms } from './read-terms.ts';
import { whyNotToday } from './stops.ts';

export interface Previewed {
  readonly days: Days;
  readonly timeZone: string;
  readonly sender: Sender;
  readonly knows: Pick<Knows, 'config' | 'now'>;
  /** So many days from the first one are looked at. */
  readonly count: number;
}

/** The link of a mail that is not written: nobody has it. */
const linkLike = ({ address }: Sender): string => `${address.replace(/\/+$/, '')}/d/…`;

type Row = Pick<NewStep, 'renewalId' | 'stepKey' | 'purpose' | 'recipient' | 'contactId' | 'channel' | 'dueOn'>;

/** What would be planned of a term once the plan was written. */
function plannedOf(term: Term, steps: readonly PolicyStep[], days: Days): Row[] {
  const { add, move, remove } = planOf(term, steps, days);
  const moved = new Map(move.map(({ id, dueOn }) => [id, dueOn]));
  const gone = new Set(remove);
  const contacts = new Map(
    Object.values(term.reachable).flatMap((all) => all.map((one) => [one.address, one.contactId])),
  );
  const kept = term.known.flatMap(
    ({ id, state, dueOn, ...row }) =>
    state !== 'planned' || gone.has(id)
      ? []
      : [{ ...row, renewalId: term.renewalId, dueOn: moved.get(id) ?? dueOn, contactId: contacts.get(row.recipient) ?? null }], // prettier-ignore
  );
  return [...kept, ...add.filter(({ state }) => state === 'planned')];
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** A message that would go, and its day. */
export type DayDigest = Digest<LineStep> & { readonly day: string };

/** The messages of the days to come by some steps, and how many steps of them a rule would stop today. Reads only. */
export async function previewReminders(db: Db, steps: readonly PolicyStep[], about: Previewed) {
  const { days, timeZone, count } = about;
  const until = addDays(days.from, count - 1);
  const terms = await readTerms(db, { steps, today: days.today });
  const rows = terms.flatMap((term) => plannedOf(term, steps, days)).filter(({ dueOn }) => dueOn <= until);
  const ids = [...new Set(rows.map(({ renewalId }) => renewalId))];
  const facts = await readStopFacts(db, ids, { today: days.today, timeZone }, toPayOf(rows));
  const lines = await readLines(db, ids);
  const before = new Map(steps.map(({ key, daysBefore }) => [key, daysBefore]));
  const stopNow = ({ renewalId, purpose }: Row) => {
    const known = facts.get(renewalId);
    return known && whyNotToday({ ...known, silenced: null }, purpose, days.today);
  };
  const going = rows.filter((row) => stopNow(row) === undefined).flatMap((row, at) => {
    const line = lines.get(row.renewalId);
    if (line === undefined) return [];
    const step = { stepId: at, lastDay: line.lastDay, daysBefore: before.get(row.stepKey) ?? 0, line };
    return [{ ...row, ...step, day: later(row.dueOn, days.from) }];
  }); // prettier-ignore
  const digests = [...groupedBy(going, ({ day }) => day)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, all]) => digestsOf<LineStep>(all).map((digest): DayDigest => ({ ...digest, day })));
  // What waits for a decision or an invoice is ahead, and no other than planned.
  const stopped = rows.filter((row) => (stopNow(row)?.cause ?? 'nothing_owed') !== 'nothing_owed');
  return { digests, stopped: stopped.length };
}

async function linksLike(db: Db, { lines }: DayDigest, { sender, knows }: Previewed): Promise<OfferLink[]> {
  const links: OfferLink[] = [];
  const toDecide = lines.filter(({ purpose }) => purpose === 'decision');
  for (const [customerId, own] of groupedBy(toDecide, ({ line }) => line.customerId)) {
    const renewalIds = own.map(({ line }) => line.renewalId);
    const draft = await draftOffer(db, knows, { customerId, renewalIds });
    links.push({ customerId, href: linkLike(sender), offer: draft?.content ?? null });
  }
  return links;
}

/** One of these messages as it would be read. */
export async function previewedMail(db: Db, digest: DayDigest, steps: readonly PolicyStep[], about: Previewed) {
  const [first] = digest.lines;
  const name = first === undefined ? '' : await nameOf(db, first);
  const links = await linksLike(db, digest, about);
  const owed = await owedOf(db, digest, about.days.today);
  const { sender } = about;
  const { subject, body } = messageOf(digest, { name, today: digest.day, links, owed }, steps, sender);
  return { name, subject, text: body };
}
