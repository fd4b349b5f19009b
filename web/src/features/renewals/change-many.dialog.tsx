import type { RenewalRow } from '@desk/contract/renewals';
import { useState } from 'react';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { Careful, NamedList, namesInShort } from '../../parts/decisions/decide-dialog.tsx';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { changingOf, keepingStatus, SHARED_STATUSES, wordsOf, type Wanted } from './hooks.ts';

interface Props {
  rows: readonly RenewalRow[];
  wanted: Wanted;
  /** Told whether what was decided otherwise is replaced. */
  onYes: (replaces: boolean) => void;
  onNo: () => void;
}

/** Many are changed at once, and nothing brings them back at once. What somebody decided otherwise stays, unless it is said that it does not. */
export function ChangeManyDialog({ rows, wanted, onYes, onNo }: Props) {
  const [ticked, setTicked] = useState(false);
  const keeping = keepingStatus(rows, wanted);
  // Where nothing else would change, they are what one came for.
  const isAboutThem = keeping.length > 0 && changingOf(rows, wanted, false).length === 0;
  const replaces = ticked || isAboutThem;
  const changing = changingOf(rows, wanted, replaces).length;
  const others = changingOf(rows, wanted, true).length;
  const already = rows.length - others;
  return (
    <Confirm
      title={`Change ${counted(changing, 'renewal')}?`}
      yes={`Change ${number(changing)}`}
      onYes={() => onYes(replaces)}
      no="Cancel"
      onNo={onNo}
    >
      <p>
        {wordsOf(wanted)} {changing === 1 ? 'is set for 1 renewal' : `is set for ${number(changing)} renewals`}
        {already > 0 && `; ${number(already)} of those selected ${already === 1 ? 'has' : 'have'} that already`}.
      </p>
      {keeping.length > 0 && (
        <Careful title={titleOf(keeping.length, replaces)}>
          <NamedList
            summary={namesInShort(keeping.map(({ row, decided }) => `${renewalIdentity.name(row)} (${decided})`))}
            items={keeping.map(({ row, decided }) => ({
              key: row.renewal_id,
              name: renewalIdentity.name(row),
              about: decided,
            }))}
          />
          {!isAboutThem && (
            <label>
              <input
                type="checkbox"
                checked={ticked}
                onChange={({ currentTarget: { checked } }) => setTicked(checked)}
              />
              Set the status there too
            </label>
          )}
        </Careful>
      )}
      {wanted.confirmation_status === SHARED_STATUSES[0] && (
        <p>Each keeps its seats and its plan. What that asks of Google waits for whoever may confirm it.</p>
      )}
      {wanted.confirmation_status !== undefined && (
        <p>Who has no flag gets Green, and a line in each history says what was set.</p>
      )}
      <p>This cannot be taken back in one go. It stands in Recent changes and in the history of each renewal.</p>
    </Confirm>
  );
}

function titleOf(count: number, replaces: boolean): string {
  const which = `${number(count)} ${count === 1 ? 'is' : 'are'} decided otherwise`;
  if (replaces) return `${which}, which this replaces`;
  return `${which} and ${count === 1 ? 'keeps its' : 'keep their'} status`;
}
