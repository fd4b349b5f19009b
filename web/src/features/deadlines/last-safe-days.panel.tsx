import { DayBars } from '../../kit/chart/day-bars.tsx';
import { counted, shortDay } from '../../kit/text/format.ts';
import classes from './deadlines.module.css';
import { barsOf, type Counts } from './model.ts';

/** On which of the next days how much is to be decided. */
export function LastSafeDaysPanel({ counts }: { counts: Counts }) {
  const { today, month, lead_business_days: lead } = counts;
  const title = `Last safe days, ${shortDay(today)} to ${shortDay(month)}`;
  return (
    <div className={classes.days}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.quiet}>
          {counted(lead, 'business day')} before the clock ends, here and in UTC · told 30, 10 and 3 days before, M the
          manager, T the team
        </span>
      </div>
      <DayBars label={title} bars={barsOf(counts)} />
    </div>
  );
}
