import type { Change } from '@desk/contract/renewal-work/weekly-changes';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { EmptyState } from '../../kit/feedback/panels.tsx';
import { ToolField } from '../../kit/filter/tool-field.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { longDate, number } from '../../kit/text/format.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { weekdayAndDay } from '../../parts/next-action/words.ts';
import { beforeWords, sinceWords, sumsWords, titleOf, toneOf, valueWords, type Changes } from './model.ts';
import classes from './coverage.module.css';

/** A day is not torn apart at the end of a line. */
const NO_BREAK = '\u00a0';

interface Props {
  changes: Changes;
  onWeek: (week: string) => void;
  onClose: () => void;
}

/** Each renewal that stands otherwise than when the week began, by what became of it, the most money first. */
export function ChangesDialog({ changes, onWeek, onClose }: Props) {
  const { weeks, week } = changes;
  return (
    <ListDialog title={sinceWords(changes)} size={720} onClose={onClose}>
      <Stack>
        {weeks.length > 1 && (
          <ToolField label="Compared with the week of">
            <select value={week ?? ''} onChange={(event) => onWeek(event.currentTarget.value)}>
              {weeks.map((one) => (
                <option key={one} value={one}>
                  {weekdayAndDay(one)} {one.slice(0, 4)}
                </option>
              ))}
            </select>
          </ToolField>
        )}
        {changes.changes.map((change) => (
          <Changed key={`${change.from} ${change.to}`} change={change} />
        ))}
        {changes.changes.length === 0 && (
          <EmptyState
            text="Nothing has changed"
            hint={
              week === null
                ? 'From the first night on it is recorded how all renewals stand.'
                : 'Each renewal stands as it did then, and is worth as much.'
            }
          />
        )}
      </Stack>
    </ListDialog>
  );
}

const Changed = ({ change }: { change: Change }) => (
  <Section title={`${titleOf(change)}: ${number(change.count)}`}>
    <p className={classes.why} data-tone={toneOf(change)}>
      <b>{sumsWords(change) || (change.from === change.to ? 'Prices were entered or removed' : 'No price is known')}</b>
      {change.sums.length > 0 && ' a year'}, {beforeWords(change)}
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
