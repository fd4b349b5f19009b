import type { DomainSummary } from '@desk/contract/timeline';
import { businessDay, now } from '../../kit/text/clock.ts';
import { ago, counted, due, longDate, money, number, shown } from '../../kit/text/format.ts';
import classes from './dossier.module.css';
import { yearlyValue } from './model.ts';

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

const seatsNote = ({ seats_used, seats_bought }: DomainSummary): string => {
  if (seats_used === null) return 'bought';
  const unused = (seats_bought ?? seats_used) - seats_used;
  return unused > 0 ? `${number(seats_used)} used, ${number(unused)} unused` : `${number(seats_used)} used`;
};

function factsOf(summary: DomainSummary): readonly Fact[] {
  const { renews_on, seats_bought, seats_used, owes, last_contact, counts, renewals } = summary;
  const value = yearlyValue(renewals);
  return [
    {
      label: 'Renews',
      value: renews_on === null ? shown(null) : longDate(renews_on),
      note: renews_on === null ? 'no open term' : due(renews_on, businessDay()),
    },
    { label: 'Seats', value: number(seats_bought ?? seats_used), note: seatsNote(summary) },
    ...(value === null ? [] : [{ label: 'Value a year', value, note: 'as bought today' }]),
    {
      label: 'Owes',
      value: money(owes ?? 0),
      note: owes === null ? 'nothing open' : `${counted(counts.outstanding, 'invoice')} open`,
    },
    ...(last_contact === null
      ? []
      : [{ label: 'Last contact', value: ago(last_contact.at, now()), note: `by ${last_contact.by}` }]),
  ];
}

/** How a domain stands, in a strip of figures. */
export function DomainFacts({ summary }: { summary: DomainSummary | undefined }) {
  return (
    <dl className={classes.strip} aria-busy={summary === undefined}>
      {summary &&
        factsOf(summary).map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
    </dl>
  );
}
