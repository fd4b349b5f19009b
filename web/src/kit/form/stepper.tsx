import Minus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import Plus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useId } from 'react';
import classes from './stepper.module.css';

interface Props {
  label: string;
  /** What is typed: a whole number, or not yet one. */
  value: string;
  onChange: (value: string) => void;
  least: number;
  most: number;
  isWrong?: boolean;
}

/** A whole number that is typed, or counted up and down beside it. */
export function Stepper({ label, value, onChange, least, most, isWrong = false }: Props) {
  const id = useId();
  const count = /^\d+$/.test(value) ? Number(value) : undefined;
  const step = (by: number) => onChange(String(Math.min(most, Math.max(least, (count ?? least - by) + by))));
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.stepper} role="group" aria-label={label}>
        <button type="button" aria-label="One less" disabled={(count ?? least) <= least} onClick={() => step(-1)}>
          <Minus size={18} aria-hidden />
        </button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          aria-invalid={isWrong || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <button type="button" aria-label="One more" disabled={(count ?? most - 1) >= most} onClick={() => step(1)}>
          <Plus size={18} aria-hidden />
        </button>
      </div>
    </div>
  );
}
