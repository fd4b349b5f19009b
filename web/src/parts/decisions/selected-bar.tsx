import { MOST_AT_ONCE } from '@desk/contract/approvals';
import { Button } from '../../kit/button/button.tsx';
import { ActionBar } from '../../kit/layout/action-bar.tsx';
import type { RowKey, Selection } from '../../kit/table/selection.ts';
import { counted, number } from '../../kit/text/format.ts';

interface Props {
  /** What is decided on, such as `user`. */
  noun: string;
  /** How many are ticked among those that match. */
  selected: number;
  /** The keys of all that match and wait. */
  matching: readonly RowKey[];
  selection: Selection;
  onApprove: () => void;
  onReject: () => void;
}

const wordsOf = (matching: number) =>
  matching > MOST_AT_ONCE
    ? `Select the first ${number(MOST_AT_ONCE)} of ${number(matching)}`
    : `Select all ${number(matching)}`;

/** Ticks all that match, as many as are decided on at once. */
export const SelectAll = ({ matching, selection }: Pick<Props, 'matching' | 'selection'>) => (
  <Button
    variant="default"
    disabled={matching.length === 0}
    onClick={() => selection.select(matching.slice(0, MOST_AT_ONCE))}
  >
    {wordsOf(matching.length)}
  </Button>
);

/** What can be done with those that are ticked. */
export function SelectedBar({ noun, selected, matching, selection, onApprove, onReject }: Props) {
  if (selected === 0) return null;
  const tooMany = selected > MOST_AT_ONCE;
  return (
    <ActionBar label={`Selected ${noun}s`}>
      <strong role="status">{number(selected)} selected</strong>
      {tooMany && <span>At most {number(MOST_AT_ONCE)} at once</span>}
      {selected < matching.length && (
        <Button size="xs" variant="default" onClick={() => selection.select(matching.slice(0, MOST_AT_ONCE))}>
          {`${wordsOf(matching.length)} that match`}
        </Button>
      )}
      <Button size="xs" disabled={tooMany} aria-label={`Approve ${counted(selected, noun)}`} onClick={onApprove}>
        Approve {number(selected)}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={tooMany}
        aria-label={`Reject ${counted(selected, noun)}`}
        onClick={onReject}
      >
        Reject {number(selected)}
      </Button>
      <Button size="xs" variant="default" aria-label="Clear selection" onClick={selection.clear}>
        ×
      </Button>
    </ActionBar>
  );
}
