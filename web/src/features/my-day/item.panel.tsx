import { timeline, type DomainRenewal, type DomainSummary } from '@desk/contract/timeline';
import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import { useRef } from 'react';
import { useCall } from '../../api/hooks.ts';
import { Button } from '../../kit/button/button.tsx';
import { Callout } from '../../kit/feedback/callout.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { LetterHint } from '../../kit/keyboard/letter-hint.tsx';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { counted, money, weekday } from '../../kit/text/format.ts';
import { Pairs } from '../../kit/text/pairs.tsx';
import { byItselfWords, safeWords } from '../../parts/domain-page/by-itself.ts';
import { CommentInPlace } from '../../parts/domain-page/comment-in-place.tsx';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { SpeakTo } from '../../parts/domain-page/their-phone.tsx';
import { TimelinePanel } from '../../parts/domain-page/timeline-panel.tsx';
import { Differences } from '../../parts/instructions/differences.tsx';
import { InstructionCard } from '../../parts/instructions/instruction-card.tsx';
import { PLANNED_KINDS } from '../../parts/next-action/words.ts';
import { valueWords } from '../../parts/renewal/standing-words.ts';
import type { ItemActions } from './actions.panel.tsx';
import { ACT_WORDS } from './model.ts';
import classes from './my-day.module.css';

/** How the domain of an item stands, and its renewal. */
export function useItem({ domain_name, renewal_id }: WorkItem) {
  const summary = useCall(timeline.summary, { domain_name, renewal_id });
  return {
    summary,
    renewal: summary.data?.renewals.find((one) => one.renewal_id === renewal_id),
  };
}

interface Props {
  item: WorkItem;
  actions: ItemActions;
  onNext: (() => void) | undefined;
  /** Told when somebody begins to write about it, and when nobody does any longer. */
  onWriting: (isWriting: boolean) => void;
  /** A dialog is open that stands on what is drawn of the item now. */
  isDialogOpen: boolean;
  /** Told when one is opened, and when it is closed. */
  onDialog: (isOpen: boolean) => void;
}

/** The item that is worked on: what happens by itself, the facts, what was said, and what is done. */
export function ItemPanel({ item, actions, onNext, onWriting, isDialogOpen, onDialog }: Props) {
  const box = useRef<HTMLElement>(null);
  const { summary, renewal } = useItem(item);
  useShortcut('c', 'Write what was said', () => box.current?.querySelector('textarea')?.focus());
  return (
    <aside ref={box} aria-label={`About ${item.domain_name}`} className={classes.panel}>
      <Head item={item} actions={actions} />
      {summary.error && !summary.data && (
        <ErrorPanel
          text="Could not fetch this domain."
          what={summary.error.message}
          onRetry={() => void summary.refetch()}
        />
      )}
      {summary.isPending && <Waiting />}
      {renewal?.by_itself && <IfNobodyActs renewal={renewal} byItself={renewal.by_itself} />}
      {/* What is done in its dialog may be what makes the item another one. */}
      {(item.act === 'look' || isDialogOpen) && <InstructionCard renewalId={item.renewal_id} onDialog={onDialog} />}
      {summary.data && <Facts {...{ item, renewal }} summary={summary.data} />}
      {renewal && (
        <CommentInPlace key={renewal.renewal_id} {...{ renewal, onNext, onWriting }} help={wholeForm(item)} />
      )}
      <TimelinePanel key={item.domain_name} domain={item.domain_name} current={renewal} onMail={actions.openMail} />
    </aside>
  );
}

/** Where d does something else than open it, nothing is said of a key. */
const wholeForm = ({ act }: WorkItem): string =>
  act === 'talk' || act === 'look' ? 'Press d for the whole form.' : '';

const Head = ({ item, actions }: Pick<Props, 'item' | 'actions'>) => (
  <>
    <div className={classes.head}>
      <h2>
        <DomainLink name={item.domain_name} renewal={item.renewal_id} />
      </h2>
      <Button variant="default" size="xs" onClick={actions.open}>
        Open <kbd aria-hidden="true">↵</kbd>
      </Button>
    </div>
    <p className={classes.sentence}>{item.sentence}</p>
    <Planned {...item} />
    <Differences of={item.differences} />
    <div className={classes.buttons}>
      <Button size="xs" onClick={actions.decide}>
        {ACT_WORDS[item.act]} <LetterHint>d</LetterHint>
      </Button>
      {actions.read && (
        <Button variant="default" size="xs" onClick={actions.read}>
          Read the mail <LetterHint>m</LetterHint>
        </Button>
      )}
      <Button variant="default" size="xs" onClick={actions.snooze}>
        Plan or snooze <LetterHint>s</LetterHint>
      </Button>
    </div>
  </>
);

/** What was planned, where something more urgent stands in its place; what is late begins with it. */
const Planned = ({ planned, sentence }: WorkItem) =>
  planned === null || sentence.startsWith(planned.reason) ? null : (
    <p className={classes.planned}>
      Planned: {PLANNED_KINDS[planned.kind]} on {weekday(planned.day)}: {planned.reason}
    </p>
  );

interface FactsProps {
  item: WorkItem;
  summary: DomainSummary;
  renewal: DomainRenewal | undefined;
}

const owedWords = ({ owes, counts }: DomainSummary): string =>
  owes === null ? 'Nothing open' : `${money(owes)}, ${counted(counts.outstanding, 'invoice')} open`;

const Facts = ({ item, summary, renewal }: FactsProps) => (
  <Pairs>
    {item.last_safe_day !== null && (
      <>
        <dt>Last safe day</dt>
        <dd>{safeWords(item.last_safe_day, businessDay())}</dd>
      </>
    )}
    {renewal && (
      <>
        <dt>Value a year</dt>
        <dd>{valueWords(renewal)}</dd>
      </>
    )}
    <dt>Contact</dt>
    <dd>
      <SpeakTo of={summary.speak_to} />
    </dd>
    <dt>Owes</dt>
    <dd>{owedWords(summary)}</dd>
    <dt>Assigned To</dt>
    <dd>{item.owner?.name ?? 'Unassigned'}</dd>
  </Pairs>
);

interface ByItselfProps {
  renewal: DomainRenewal;
  byItself: NonNullable<DomainRenewal['by_itself']>;
}

/** Once the term is over, what was to happen has happened; what is set at the provider happens as it was decided. */
export const IfNobodyActs = ({ renewal, byItself }: ByItselfProps) =>
  byItself.outcome === 'unknown' ||
  renewal.renewal_date < businessDay() ||
  renewal.instruction === 'verified' ? null : (
    <Callout text="If nobody acts" hint={`${byItselfWords(renewal, byItself)}.`} />
  );
