import { weeklyChanges, type Change } from '@desk/contract/renewal-work/weekly-changes';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { ToolField } from '../../kit/filter/tool-field.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { longDate, number, weekday } from '../../kit/text/format.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { beforeWords, sinceWords, sumsWords, titleOf, valueWords, type Changes } from './model.ts';
import classes from './coverage.module.css';

/** A day is not torn apart at the end of a line. */
const NO_BREAK = '\u00a0';

interface Props {
  /** Since the week that is told without a choice. */
  usual: Changes;
  account: { account_id?: number };
  onClose: () => void;
}

/** Each renewal that stands otherwise than when a week began, by what became of it, the most money first. */
export function ChangesDialog({ usual, account, onClose }: Props) {
  const [week, setWeek] = useState(usual.week);
  const isOther = week !== null && week !== usual.week;
  const other = useCall(weeklyChanges.since, { ...account, ...(isOther && { week }) }, { enabled: isOther });
  const changes = isOther ? other.data : usual;
  return (
    <ListDialog title={sinceWords(changes ?? { week, recorded_on: null })} size={720} onClose={onClose}>
      <Stack>
        {usual.weeks.length > 1 && (
          <ToolField label="Compared with the week of">
            <select value={week ?? ''} onChange={(event) => setWeek(event.currentTarget.value)}>
              {usual.weeks.map((one) => (
                <option key={one} value={one}>
                  {weekday(one)}
                </option>
              ))}
            </select>
          </ToolField>
        )}
        {changes ? <All {...changes} /> : <Pending error={other.error?.message} onRetry={() => void other.refetch()} />}
      </Stack>
    </ListDialog>
  );
}

const Pending = ({ error, onRetry }: { error: string | undefined; onRetry: () => void }) =>
  error === undefined ? <Waiting /> : <ErrorPanel text="Could not fetch the changes." what={error} onRetry={onRetry} />;

function All({ changes, week }: Changes) {
  if (changes.length > 0)
    return changes.map((change) => <Changed key={`${change.from} ${change.to}`} change={change} />);
  const hint =
    week === null
      ? 'From the first night on it is recorded how all renewals stand.'
      : 'Each renewal stands as it did then, and is worth as much.';
  return <EmptyState text="Nothing has changed" hint={hint} />;
}

const Changed = ({ change }: { change: Change }) => (
  <Section title={`${titleOf(change)}: ${number(change.count)}`}>
    <p className={classes.why}>
      <b>{sumsWords(change)}</b>, {beforeWords(change)}
    </p>
    <ul className={classes.rows}>
      {change.rows.map((row) => (
        <li key={row.renewal_id}>
          <DomainLink name={row.domain_name} renewal={row.renewal_id} />
          <small>
            {[
              row.company_name,
              valueWords(row),
              row.owner ?? 'Nobody',
              `renews ${longDate(row.renewal_date)}`.replaceAll(' ', NO_BREAK),
            ]
              .filter((words) => words !== '')
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
    {change.count > change.rows.length && <p>And {number(change.count - change.rows.length)} more.</p>}
  </Section>
);
