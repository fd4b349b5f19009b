import { useState, type ReactNode } from 'react';
import { labelOf, valueOf, type Option } from '../form/edit-select.tsx';
import { useRestoredFocus } from '../keyboard/use-restored-focus.ts';
import classes from './pills.module.css';

interface PillProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters as pills in one line: dashed ones can be added, filled ones are set. */
export function FilterPills({ onClear, children }: { onClear: (() => void) | undefined; children: ReactNode }) {
  const box = useRestoredFocus<HTMLDivElement>();
  return (
    <div ref={box} role="group" aria-label="Filters" className={classes.pills}>
      {children}
      {onClear && (
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear all
        </button>
      )}
    </div>
  );
}

/** One choice of a few. */
export function SelectPill({ label, value, options, onChange }: PillProps & { options: readonly Option[] }) {
  const chosen = options.find((option) => valueOf(option) === value);
  const words = chosen === undefined ? value : labelOf(chosen);
  return (
    <Pill label={label} value={words} onClear={() => onChange('')}>
      {/* The select lies over the words of the pill, so that they are what is pressed. */}
      <span aria-hidden="true">{value === '' ? `+ ${label}` : `${label}: ${words}`}</span>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">All</option>
        {options.map((option) => (
          <option key={valueOf(option)} value={valueOf(option)}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </Pill>
  );
}

/** A word to look for, taken when Enter is pressed or the field is left. */
export function TextPill({ label, value, onChange }: PillProps) {
  const [typed, setTyped] = useState<string>();
  const take = () => {
    if (typed !== undefined && typed.trim() !== value) onChange(typed.trim());
    setTyped(undefined);
  };
  return (
    <Pill label={label} value={value} onClear={() => onChange('')}>
      <input
        aria-label={label}
        placeholder={`+ ${label}`}
        value={typed ?? value}
        size={Math.max(label.length, (typed ?? value).length) + 1}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
    </Pill>
  );
}

interface FrameProps {
  label: string;
  value: string;
  onClear: () => void;
  children: ReactNode;
}

/** Set where `value` is not ''. */
function Pill({ label, value, onClear, children }: FrameProps) {
  const isSet = value !== '';
  return (
    <span className={classes.pill} data-set={isSet || undefined}>
      <span className={classes.field}>{children}</span>
      {isSet && (
        <button type="button" aria-label={`Remove filter ${label}: ${value}`} onClick={onClear}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </span>
  );
}
