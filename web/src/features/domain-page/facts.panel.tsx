import type { RenewalRow } from '@desk/contract/renewals';
import type { DomainSummary } from '@desk/contract/timeline';
import type { ReactNode } from 'react';
import { businessDay, now } from '../../kit/text/clock.ts';
import { ago, counted, due, longDate, money, number, shown } from '../../kit/text/format.ts';
import { TheirPhone } from '../../parts/domain-page/their-phone.tsx';
import { standingOn } from '../../parts/renewal/standing-words.ts';
import classes from './domain-page.module.css';
import { yearlyValue } from './model.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note: ReactNode;
}

interface Seats {
  readonly used: number | null;
  readonly bought: number | null;
}

const seatsFact = ({ used, bought }: Seats): Fact => {
  const unused = (bought ?? 0) - (used ?? 0);
  const note =
    used === null ? 'bought' : unused > 0 ? `${number(used)} used, ${number(unused)} unused` : `${number(used)} used`;
  return { label: 'Seats', value: number(bought ?? used), note };
};

/** Of one of several subscriptions: what all of them are worth is said beside. */
function valueFact(renewal: RenewalRow, all: readonly RenewalRow[]): readonly Fact[] {
  const [value, together] = [yearlyValue([renewal]), yearlyValue(all.filter(isRunning))];
  const isPart = together !== null && together !== value;
  if (value === null && !isPart) return [];
  return [
    {
      label: 'Value a year',
      value: shown(value),
      note: isPart ? `${together} with all subscriptions` : 'as bought today',
    },
  ];
}
const isRunning = ({ closed_because }: RenewalRow) => (closed_because ?? null) === null;

/** Of the renewal that is worked on; without one, of all subscriptions together. */
function termFacts({ renews_on, seats_used, seats_bought, renewals }: DomainSummary, renewal: RenewalRow | undefined) {
  if (!renewal) {
    const renews =
      renews_on === null
        ? { value: shown(null), note: 'no open term' }
        : { value: longDate(renews_on), note: due(renews_on, businessDay()) };
    if (seats_bought === null && seats_used === null) return [{ label: 'Renews', ...renews }];
    return [{ label: 'Renews', ...renews }, seatsFact({ used: seats_used, bought: seats_bought })];
  }
  const { words } = standingOn(businessDay())(renewal);
  return [
    { label: 'Renews', value: longDate(renewal.renewal_date), note: words },
    seatsFact({ used: renewal.licensed_seats, bought: renewal.number_of_seats ?? renewal.maxSeats }),
    ...valueFact(renewal, renewals),
  ];
}

/** Whom to speak to, within reach of a thumb. */
const contactFacts = ({ speak_to: spokenTo }: DomainSummary): readonly Fact[] =>
  spokenTo === null ? [] : [{ label: 'Contact', value: spokenTo.name, note: <TheirPhone {...spokenTo} /> }];

function factsOf(summary: DomainSummary, renewal: RenewalRow | undefined): readonly Fact[] {
  const { owes, last_contact, counts } = summary;
  return [
    ...termFacts(summary, renewal),
    {
      label: 'Owes',
      value: money(owes ?? 0),
      note: owes === null ? 'nothing open' : `${counted(counts.outstanding, 'invoice')} open`,
    },
    ...(last_contact === null
      ? []
      : [{ label: 'Last contact', value: ago(last_contact.at, now()), note: `by ${last_contact.by}` }]),
    ...contactFacts(summary),
  ];
}

/** How a domain stands, in a strip of figures. */
interface Props {
  summary: DomainSummary | undefined;
  /** The one that is worked on. */
  renewal: RenewalRow | undefined;
}

export const DomainFacts = ({ summary, renewal }: Props) => (
  <dl className={classes.strip} aria-busy={summary === undefined}>
    {summary &&
      factsOf(summary, renewal).map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
  </dl>
);
