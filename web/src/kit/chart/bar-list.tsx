import classes from './charts.module.css';

interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** The value as it is shown beside the name. */
  readonly words: string;
  /** The same more exactly, or what else is to be known: seen when pointed at or focused, always heard. */
  readonly exact?: string;
}

interface Props {
  /** For screen readers. */
  label: string;
  bars: readonly Bar[];
  /** The effect of pressing a bar, read out after its value. */
  hint: string;
  onOpen: (bar: Bar) => void;
}

/** A bar chart that lies: each bar is a button of the full width with its name and value in words; none is a plain line. */
export function BarList({ label, bars, hint, onOpen }: Props) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <ul aria-label={label} className={classes.list}>
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.value === 0 ? (
            <div className={classes.bar}>
              <BarWords bar={bar} />
            </div>
          ) : (
            <button
              type="button"
              className={classes.bar}
              data-value=""
              aria-label={[bar.name, bar.words, bar.exact, hint].filter(Boolean).join(', ')}
              onClick={() => onOpen(bar)}
            >
              <BarWords bar={bar} />
              <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className={classes.track}>
                <rect width={(Math.max(0, bar.value) / most) * 100} height="1" />
              </svg>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function BarWords({ bar: { name, words, exact } }: { bar: Bar }) {
  return (
    <>
      <span className={classes.name} title={name}>
        {name}
      </span>{' '}
      <span className={classes.value}>{words}</span>{' '}
      {exact !== undefined && <span className={classes.exact}>{exact}</span>}
    </>
  );
}
