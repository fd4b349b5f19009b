import { fieldSetOf } from '../../contract/src/follow-up.ts';
import { addDays, dayMonthYear, daysBetween } from '../../server/src/platform/time/days.ts';
import { sentenceOf, workAfter } from '../../server/src/features/follow-up/rules.ts';
import { RUPEES_PER_DOLLAR } from '../../simulators/world/world.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';
import type { DemoAction, Person } from './actions.ts';
import { remindersOf } from './reminders.ts';
import { atWork, dayOf, earlier, later } from './office-hours.ts';
import type { Holding } from './portfolio.ts';
import type { RenewalRow } from './rows.ts';
import { SENTENCES, type Occasion } from './sentences.ts';
import { fillIn, type Status } from './status-form.ts';
import type { Stage } from './stages.ts';

/** The team as it shares out the work. */
export type Team = { manager: Person; members: Record<'North' | 'West' | 'South', Person> };

export type Case = {
  renewal: RenewalRow;
  holding: Holding;
  stage: Stage;
  today: string;
  team: Team;
  random: SeededRandom;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const occasionOf = (status: Status, random: SeededRandom): Occasion => {
  if (status === 'Moved to O365' || status === 'Move To Axima') return 'moving';
  if (status.includes('Upgrade')) return 'growing';
  const set = fieldSetOf(status);
  if (set === 'confirmation') return 'confirmed';
  return set === 'none' ? random.oneOf(['waiting', 'bargaining'] as const) : set;
};

const isInDollars = ({ subscription }: Holding): boolean => subscription.currency === 'USD';
/** A price as offered on the phone, a little below the list price. */
const spokenPrice = (holding: Holding, random: SeededRandom): string => {
  const price = Math.round(holding.pricePerSeat * (0.9 + random.fraction() / 10));
  return isInDollars(holding) ? `$${price.toLocaleString('en-US')}` : `₹${price.toLocaleString('en-IN')}`;
};

const seatsOf = ({ numberOfSeats, licensedSeats }: RenewalRow): number => numberOfSeats ?? licensedSeats ?? 0;

function print(occasion: Occasion, { renewal, holding, random }: Case, added: string): string {
  const person = random.oneOf(holding.contacts);
  const slots: Record<string, string> = {
    contact: person.name,
    role: `the ${person.role}`,
    seats: String(seatsOf(renewal)),
    plan: renewal.skuName.replace('Google Workspace ', ''),
    price: spokenPrice(holding, random),
    more: added,
    date: dayMonthYear(renewal.termEnd),
    weekday: random.oneOf(WEEKDAYS),
  };
  const text = random.oneOf(SENTENCES[occasion]).replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A moment of work some days from the renewal day; never today or later, and not before the term was there. */
function moment({ renewal, today, random }: Case, daysFromEnd: number): Date {
  const first = addDays(dayOf(renewal.createdAt as Date), 2);
  const day = earlier(later(addDays(renewal.termEnd, daysFromEnd), first), addDays(today, -1));
  return atWork(day, random);
}

const zoneMember = ({ renewal: { zone }, team }: Case): Person => team.members[zone ?? 'West'];

/** The assignee; the manager keeps the largest accounts. */
const ownerOf = (subject: Case): Person =>
  seatsOf(subject.renewal) >= 1_000 && subject.random.chance(0.6) ? subject.team.manager : zoneMember(subject);

function comment(subject: Case, by: Person, occasion: Occasion, daysFromEnd: number, added = ''): DemoAction {
  const text = print(occasion, subject, added);
  return {
    at: moment(subject, daysFromEnd),
    by,
    action: 'comment_added',
    changes: { followupComment: text },
    comment: { text },
  };
}

/** Spread over the days before the renewal, or before yesterday where that day is far. */
function talk(subject: Case, by: Person): DemoAction[] {
  const { stage, random, today, renewal } = subject;
  const ahead = Math.max(0, daysBetween(today, renewal.termEnd));
  const first = -Math.max(ahead + random.between(2, 9), random.between(18, 32));
  const pace = Math.max(1, Math.floor((-first - ahead) / 4));
  const occasions: readonly Occasion[] = ['opening', 'waiting', 'bargaining'];
  return occasions.slice(0, stage.talks).map((occasion, n) => comment(subject, by, occasion, first + n * pace));
}

function settle(subject: Case, by: Person, status: Status): DemoAction[] {
  const { renewal, holding, random, today } = subject;
  const facts = {
    seats: seatsOf(renewal),
    pricePerSeat: holding.pricePerSeat,
    rupees: isInDollars(holding) ? RUPEES_PER_DOLLAR : 1,
    termEnd: renewal.termEnd,
    isClosed: renewal.state === 'closed',
  };
  const form = fillIn(status, facts, random);
  const work = workAfter(form, {
    termEnd: renewal.termEnd,
    skuName: renewal.skuName,
    numberOfSeats: renewal.numberOfSeats ?? null,
    licensedSeats: renewal.licensedSeats ?? null,
    maximumSeats: renewal.maximumSeats ?? null,
    agreementStatus: null,
  });
  const day = Math.min(random.between(-9, 2), daysBetween(renewal.termEnd, today) - 1);
  const at = moment(subject, day);
  const text = sentenceOf(work, form);
  const changes = { ...work, followupComment: text };
  const saved: DemoAction = { at, by, action: 'status_saved', changes, comment: { text, form } };
  return [comment(subject, by, occasionOf(status, random), day - 1, form.add_lic), saved];
}

/** A customer's zone was wrong in our books and a member corrected it here. */
function correctZone(subject: Case, by: Person): DemoAction[] {
  const { renewal, random } = subject;
  const { zone } = renewal;
  if (!zone || !random.chance(0.06)) return [];
  renewal.zone = zone === 'North' ? 'West' : 'North';
  return [{ at: moment(subject, -34), by, action: 'zone_changed', changes: { zone } }];
}

/** The team's work on one renewal, in chronological order. */
export function storyOf(subject: Case): DemoAction[] {
  const { stage, team, random } = subject;
  if (!stage.isAssigned) return [];
  const owner = ownerOf(subject);
  const assigned: DemoAction = {
    at: moment(subject, -random.between(36, 45)),
    by: team.manager,
    action: 'assignee_changed',
    changes: { assignedToId: owner.id },
  };
  const message = [
    ...correctZone(subject, owner),
    ...talk(subject, owner),
    ...(stage.isReminded ? [remindersOf(subject.renewal, subject.holding, owner, moment(subject, -22), random)] : []),
    ...(stage.status === null ? [] : settle(subject, owner, stage.status)),
  ];
  return [assigned, ...message].sort((one, other) => one.at.getTime() - other.at.getTime());
}
