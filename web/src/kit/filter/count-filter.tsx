import type { ReactNode } from 'react';
import classes from './count-filter.module.css';
import { number } from '../text/format.ts';
import { useOneTabStop } from '../keyboard/use-one-tab-stop.ts';

interface Choice<Key extends string> {
  readonly key: Key;
  readonly count: number;
}

interface Props<Key extends string> {
  label: string;
  counts: readonly Choice<Key>[];
  /** '' for all. */
  value: Key | '';
  nameOf: (key: Key) => string;
  /** The key as it is shown, where that is more than its name. */
  draw?: (key: Key) => ReactNode;
  onChange: (key: Key | '') => void;
}

/** Counts that filter what they count, in one tab stop: "All 40", "Open 12". Pressing the pressed one shows all again. */
export function CountFilter<Key extends string>({ label, counts, value, nameOf, draw = nameOf, onChange }: Props<Key>) {
  const bar = useOneTabStop<HTMLDivElement>();
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={classes.bar}>
      <button
        type="button"
        aria-pressed={value === ''}
        aria-label={`All, ${number(total)}`}
        onClick={() => onChange('')}
      >
        All <b>{number(total)}</b>
      </button>
      {counts.map(({ key, count }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          aria-label={`${nameOf(key)}, ${number(count)}`}
          onClick={() => onChange(key === value ? '' : key)}
        >
          {draw(key)} <b>{number(count)}</b>
        </button>
      ))}
    </div>
  );
}
