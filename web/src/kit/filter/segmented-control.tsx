import { useId } from 'react';
import classes from './segmented-control.module.css';

interface Props<Value extends string> {
  label: string;
  /** In their order, each with its words. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few ways to see the same thing: radio buttons that look like one divided button. */
export function SegmentedControl<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.control}>
      {(Object.entries(options) as [Value, string][]).map(([one, words]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>{words}</span>
        </label>
      ))}
    </div>
  );
}
