import { myDay } from '@desk/contract/work/my-day';
import { useCall } from '../../api/hooks.ts';
import { TextButton } from '../../kit/button/text-button.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { number } from '../../kit/text/format.ts';
import { shortDay, stakeWords } from './model.ts';
import classes from './my-day.module.css';

/** The number of an account, 0 of nobody; empty: of everybody. */
type Whose = string;

/** Who has how much, the most first; a press shows the work of one. */
export function PeoplePanel({ whose, onChoose }: { whose: Whose; onChoose: (whose: Whose) => void }) {
  const { data, error, refetch } = useCall(myDay.people, {});
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
            <th scope="col">Oldest</th>
            <th scope="col">Value a year</th>
          </tr>
        </thead>
        <tbody>
          {data.people.map(({ account, away_until: away, count, overdue, oldest, sums }) => {
            const id = String(account?.account_id ?? 0);
            return (
              <tr key={id} data-chosen={whose === id || undefined}>
                <th scope="row">
                  <TextButton onPress={() => onChoose(whose === id ? '' : id)}>
                    {account?.name ?? 'Unassigned'}
                  </TextButton>
                  {away !== null && <small> away until {shortDay(away)}</small>}
                </th>
                <td>{number(count)}</td>
                <td data-late={overdue > 0 || undefined}>{number(overdue)}</td>
                <td>{oldest === null ? '' : shortDay(oldest)}</td>
                <td>{stakeWords(sums)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
