import type { DeadlineRow } from '@desk/contract/renewal-work/deadlines';
import { CellButton } from '../../kit/button/cell-button.tsx';
import { TwoLines } from '../../kit/cell/two-lines.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { money, shown, weekday } from '../../kit/text/format.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import classes from './deadlines.module.css';
import { alertedWords, CLOCKS, alertSignsOf, lostWords, safeDayWords, STEPS } from './model.ts';

export const deadlineIdentity = {
  key: ({ deadline_id }: DeadlineRow) => deadline_id,
  name: ({ domain_name }: DeadlineRow) => domain_name,
};
const column = columnsOf<DeadlineRow>(deadlineIdentity);

/** Who was told: a sign a step, lit where it was taken. */
export const AlertSteps = ({ row }: { row: DeadlineRow }) => (
  <span
    role="img"
    aria-label={`Told: ${alertedWords(row)}`}
    title={`Told: ${alertedWords(row)}`}
    className={classes.ladder}
  >
    {alertSignsOf(row).map(({ sign, isOn }) => (
      <i key={sign} aria-hidden="true" data-on={isOn ? (/\d/.test(sign) ? 'owner' : 'others') : undefined}>
        {sign}
      </i>
    ))}
  </span>
);

export const SafeDay = ({ row, today }: { row: DeadlineRow; today: string }) => {
  const { above, below, isLate } = safeDayWords(row, today);
  return (
    <TwoLines below={below} isLate={isLate}>
      {above}
    </TwoLines>
  );
};

/** Why nothing is to be done any more, or why it cannot be as things stand; else what is lost. */
export const lostOrWhy = (row: DeadlineRow): string => row.cause ?? row.reason ?? lostWords(row);

export const NextStep = ({ row, open }: { row: DeadlineRow; open: (row: DeadlineRow) => void }) =>
  row.step === null ? null : (
    <CellButton aria-label={`${STEPS[row.step]} ${row.domain_name}`} onClick={() => open(row)}>
      {STEPS[row.step]}
    </CellButton>
  );

interface Options {
  /** The business day. */
  today: string;
  /** Opens the next step, or leads to where it is done. */
  open: (row: DeadlineRow) => void;
}

export const deadlineColumns = ({ today, open }: Options): readonly Column<DeadlineRow>[] => [
  column.of('Last safe day', {
    width: 112,
    text: ({ last_safe_day: day }) => weekday(day),
    cell: (row) => <SafeDay row={row} today={today} />,
  }),
  column.of('Customer Domain', {
    width: 196,
    text: ({ domain_name }) => domain_name,
    cell: ({ domain_name: name, renewal_id: renewal }) => (
      <DomainLink name={name} {...(renewal !== null && { renewal })} />
    ),
  }),
  column.of('Clock', {
    width: 136,
    text: ({ kind, day }) => `${CLOCKS[kind]}, ${weekday(day)}`,
    cell: ({ kind, day }) => <TwoLines below={weekday(day)}>{CLOCKS[kind]}</TwoLines>,
  }),
  column.of('What is lost after it', { width: 192, text: lostOrWhy }),
  column.of('At stake', {
    width: 112,
    align: 'end',
    text: ({ value, currency }) => money(value === null ? null : Math.round(Number(value)), currency),
  }),
  column.of('Told', { width: 142, text: alertedWords, cell: (row) => <AlertSteps row={row} /> }),
  column.of('Owner', { width: 108, text: ({ owner }) => shown(owner?.name ?? owner?.email ?? 'Unassigned') }),
  column.of('Next step', {
    width: 104,
    text: ({ step }) => (step === null ? '' : STEPS[step]),
    cell: (row) => <NextStep row={row} open={open} />,
  }),
];
