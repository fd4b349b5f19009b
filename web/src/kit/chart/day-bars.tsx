import { number } from '../text/format.ts';
import classes from './day-bars.module.css';

export interface DayBar {
  readonly key: string;
  /** Below the bar. */
  readonly label: string;
  /** The day as it is read aloud. */
  readonly name: string;
  readonly count: number;
  readonly tone: 'now' | 'near' | 'far';
}

/** How many things fall on each of some days: a bar a day, with its count above it; on a small screen each fifth bears its day. */
export function DayBars({ label, bars }: { label: string; bars: readonly DayBar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section className={classes.box} aria-label={label}>
      <ol className={classes.bars}>
        {bars.map(({ key, label: words, name, count, tone }) => (
          <li key={key} data-tone={tone}>
            <span className="visually-hidden">{`${name}: ${number(count)}`}</span>
            <span aria-hidden="true">{count > 0 ? number(count) : ''}</span>
            <i aria-hidden="true" style={{ height: `${String(Math.max(1, Math.round((count / most) * 40)))}px` }} />
            <span aria-hidden="true">{words}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
