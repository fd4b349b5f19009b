import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import type { ReplyOf } from '@desk/contract/call';
import { useCall } from '../../api/hooks.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { sentOf, type Rule } from './rule-words.ts';
import classes from './rules.module.css';

function previewWords({ people, unassigned }: ReplyOf<typeof assignmentRules.preview>): string {
  const total = people.reduce((sum, { count }) => sum + count, unassigned);
  if (total === 0) return 'Each open renewal has somebody: there is none to try the rules on.';
  const given = people.map(({ name, count }) => `${name} ${number(count)}`);
  const rest = unassigned === 0 ? [] : [`${number(unassigned)} stay${unassigned === 1 ? 's' : ''} unassigned`];
  return `Of ${counted(total, 'licence renewal')} that nobody has: ${[...given, ...rest].join(', ')}.`;
}

/** Who would get what nobody has now, by the rules as they stand in the form; asked anew when they change. */
export function RulesPreview({ rules }: { rules: readonly Rule[] }) {
  const { settled, isSettled } = useSettled(rules.map(sentOf));
  const preview = useCall(assignmentRules.preview, { rules: settled }, { keep: true });
  const { data, error } = preview;
  const isOld = !isSettled || preview.isPlaceholderData;
  return (
    <div className={classes.preview}>
      <h3>Tried on what nobody has</h3>
      {error && (
        <ErrorPanel text="Could not try the rules." what={error.message} onRetry={() => void preview.refetch()} />
      )}
      {!data && !error && <Skeleton blocks={1} height={60} />}
      <p role="status" aria-busy={isOld} data-old={isOld || undefined}>
        {data && !error && previewWords(data)}
      </p>
      <p className={classes.note}>These stay as they are: rules are for renewals that come.</p>
    </div>
  );
}
