import { Differences } from './differences.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { approvalWords, consequenceWords, planWords, type Wanted } from './instruction-words.ts';
import type { usePlan } from './instructions.ts';
import classes from './instructions.module.css';

interface Props {
  wanted: Wanted | undefined;
  /** Of `usePlan`. */
  of: Pick<ReturnType<typeof usePlan>, 'plan' | 'isAsking' | 'error'>;
  /** What pressing the button of the form does. */
  after: string;
  /** What stands here before there is a wish. */
  before?: string;
}

/** What a wish comes to and what it takes, beside the form in which it is typed; it is read out as it changes. */
export function PlanPreview({ wanted, of: { plan, isAsking, error }, after, before = '' }: Props) {
  const isQuiet = !wanted || !plan;
  return (
    <div role="status" className={classes.preview} data-tone={isQuiet ? 'quiet' : undefined} aria-busy={isAsking}>
      {!wanted ? (
        <p>{before}</p>
      ) : plan ? (
        <Planned wanted={wanted} plan={plan} after={after} />
      ) : (
        <p>{error && !isAsking ? error.message : 'Finding out what this takes …'}</p>
      )}
    </div>
  );
}

type Plan = NonNullable<Props['of']['plan']>;

function Planned({ wanted, plan, after }: { wanted: Wanted; plan: Plan; after: string }) {
  const { text, hint } = planWords(wanted, plan, businessDay());
  const approval = approvalWords(plan, { verb: 'Needs approval' });
  return (
    <>
      <p>
        <strong>{text}</strong> {hint}
      </p>
      <p>{consequenceWords(wanted.outcome, plan, businessDay())}</p>
      <Differences of={plan.differences} />
      {approval !== undefined && <p>{approval}</p>}
      <p>{after}</p>
    </>
  );
}
