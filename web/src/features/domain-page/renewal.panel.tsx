import type { DomainRenewal } from '@desk/contract/timeline';
import { planWords } from '@desk/contract/words/plan-words';
import { useId } from 'react';
import { ToolField } from '../../kit/filter/tool-field.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { date, longDate, number, shown } from '../../kit/text/format.ts';
import { Pairs } from '../../kit/text/pairs.tsx';
import { InstructionCard } from '../../parts/instructions/instruction-card.tsx';
import { isLive, useInstructions } from '../../parts/instructions/instructions.ts';
import { RemindersCard } from '../../parts/reminders/reminders-card.tsx';
import { byItselfWords, safeWords } from '../../parts/domain-page/by-itself.ts';
import { standingOn, valueWords } from '../../parts/renewal/standing-words.ts';
import classes from './domain-page.module.css';

interface Props {
  renewal: DomainRenewal;
  /** The open ones of the domain. */
  all: readonly DomainRenewal[];
  onChoose: (renewal: number) => void;
}

/** By its product; of two of the same, by their days too. */
const named = ({ sku_name, renewal_date }: DomainRenewal, all: readonly DomainRenewal[]) =>
  all.filter((one) => one.sku_name === sku_name).length > 1 ? `${sku_name}, ${date(renewal_date)}` : sku_name;

/** What was decided; while a decision waits for approval, that it does. */
function Decided({ renewal }: { renewal: DomainRenewal }) {
  const { data } = useInstructions(renewal.renewal_id);
  const live = data?.instructions.find(isLive);
  if (live?.state === 'draft') return <Badge word="Pending">Decision waits for approval</Badge>;
  if (live && renewal.confirmation_status === null) return <Badge word="Decided" />;
  return <Badge word={renewal.confirmation_status ?? 'Undecided'} />;
}

/** The renewal that is worked on; of several, which. */
export function RenewalPanel({ renewal, all, onChoose }: Props) {
  const id = useId();
  const { words } = standingOn(businessDay())(renewal);
  return (
    <section aria-labelledby={id} className={classes.card}>
      <h2 id={id}>Renewal {longDate(renewal.renewal_date)}</h2>
      {all.length > 1 && (
        <ToolField label="Subscription">
          <select value={renewal.renewal_id} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
            {all.map((one) => (
              <option key={one.renewal_id} value={one.renewal_id}>
                {named(one, all)}
              </option>
            ))}
          </select>
        </ToolField>
      )}
      <div className={classes.badges}>
        {renewal.highlight_case && <Badge word={renewal.highlight_case} />}
        <Decided renewal={renewal} />
        {renewal.notification && <Badge word={renewal.notification}>{`Notification ${renewal.notification}`}</Badge>}
      </div>
      <InstructionCard
        key={renewal.renewal_id}
        renewalId={renewal.renewal_id}
        isOver={renewal.by_itself === null || renewal.by_itself.outcome === 'nothing'}
      />
      <RemindersCard
        key={`reminders-${String(renewal.renewal_id)}`}
        renewalId={renewal.renewal_id}
        domain={renewal.domain_name}
      />
      <Pairs>
        <dt>Standing</dt>
        <dd>{words}</dd>
        <dt>Product</dt>
        <dd>{renewal.sku_name}</dd>
        <dt>Plan</dt>
        <dd>{planWords(renewal.plan_name)}</dd>
        <dt>Licence</dt>
        <dd>{number(renewal.number_of_seats ?? renewal.licensed_seats)}</dd>
        <dt>Value a year</dt>
        <dd>{valueWords(renewal)}</dd>
        {renewal.by_itself && !isOver(renewal) && <ByItself renewal={renewal} byItself={renewal.by_itself} />}
        <dt>Zone</dt>
        <dd>{shown(renewal.zone)}</dd>
        <dt>Assigned To</dt>
        <dd>{shown(renewal.assigned_to)}</dd>
      </Pairs>
    </section>
  );
}

interface ByItselfProps {
  renewal: DomainRenewal;
  byItself: NonNullable<DomainRenewal['by_itself']>;
}

/** Once the term is over, what was to happen has happened. */
const isOver = ({ renewal_date: end }: DomainRenewal): boolean => end < businessDay();

/** What comes if nobody acts, and until when somebody can. */
const ByItself = ({ renewal, byItself }: ByItselfProps) => (
  <>
    <dt>If nobody acts</dt>
    <dd>{byItselfWords(renewal, byItself)}</dd>
    {byItself.last_safe_day !== null && (
      <>
        <dt>Last safe day</dt>
        <dd>{safeWords(byItself.last_safe_day, businessDay())}</dd>
      </>
    )}
  </>
);
