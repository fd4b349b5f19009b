import type { ReplyOf } from '@desk/contract/call';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { Suspense, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { lazyPart } from '../../api/load-code.ts';
import { Button } from '../../kit/button/button.tsx';
import { TextButton } from '../../kit/button/text-button.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { number, weekday } from '../../kit/text/format.ts';
import { stakeWords } from './model.ts';
import classes from './my-day.module.css';

const HandOverDialog = lazyPart(
  async () => (await import('../../parts/hand-over/hand-over-dialog.tsx')).HandOverDialog,
);

/** The number of an account, 0 of nobody; empty: of everybody. */
type Whose = string;

/** Who has how much, the most first; a press shows the work of one. */
export function PeoplePanel({ whose, onChoose }: { whose: Whose; onChoose: (whose: Whose) => void }) {
  const { data, error, refetch } = useCall(myDay.people, {});
  const [handingOver, setHandingOver] = useState<number>();
  const isNarrow = useNarrow();
  if (error && !data)
    return <ErrorPanel text="Could not fetch the team." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div className={classes.people}>
      <table>
        <caption className="visually-hidden">Who has how much to do</caption>
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">To do</th>
            <th scope="col">Overdue</th>
            {!isNarrow && (
              <>
                <th scope="col">All open</th>
                <th scope="col">Oldest</th>
                <th scope="col">Value a year</th>
              </>
            )}
            <th scope="col">
              <span className="visually-hidden">Hand over</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.people.map((one) => {
            const id = one.account?.account_id ?? 0;
            const isChosen = whose === String(id);
            return (
              <PersonRow
                key={id}
                {...{ one, isChosen, isNarrow }}
                onChoose={() => onChoose(isChosen ? '' : String(id))}
                onHandOver={() => setHandingOver(id)}
              />
            );
          })}
        </tbody>
      </table>
      {handingOver !== undefined && (
        <Suspense>
          <HandOverDialog from={{ account_id: handingOver }} onClose={() => setHandingOver(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

interface RowProps {
  one: ReplyOf<typeof myDay.people>['people'][number];
  isChosen: boolean;
  isNarrow: boolean;
  onChoose: () => void;
  onHandOver: () => void;
}

/** On a phone what stands in columns of their own elsewhere stands below the name. */
const besidesWords = ({ all, oldest, sums }: RowProps['one']): string =>
  [`${number(all)} open`, stakeWords(sums), oldest === null ? '' : `oldest ${weekday(oldest)}`]
    .filter((words) => words !== '')
    .join(' · ');

function PersonRow({ one, isChosen, isNarrow, onChoose, onHandOver }: RowProps) {
  const { account, away_until: away, count, overdue, all, oldest, sums } = one;
  const name = account?.name ?? 'Unassigned';
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <TextButton isValue onPress={onChoose}>
          {name}
        </TextButton>
        {away !== null && <small> away until {weekday(away)}</small>}
        {isNarrow && <small className={classes.besides}>{besidesWords(one)}</small>}
      </th>
      <td>{number(count)}</td>
      <td data-late={overdue > 0 || undefined}>{number(overdue)}</td>
      {!isNarrow && (
        <>
          <td>{number(all)}</td>
          <td>{oldest === null ? '' : weekday(oldest)}</td>
          <td>{stakeWords(sums)}</td>
        </>
      )}
      <td>
        {one.may_hand_over && (
          <Button variant="default" size="xs" aria-label={`Hand over: ${name}`} onClick={onHandOver}>
            Hand over
          </Button>
        )}
      </td>
    </tr>
  );
}
