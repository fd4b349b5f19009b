import { useState, type ReactNode } from 'react';
import { useDropdown } from '../keyboard/use-dropdown.ts';
import { labelOf, valueOf, type Option } from '../form/edit-select.tsx';
import { severalOf, writtenSeveral } from './several.ts';
import classes from './pills.module.css';

interface PillProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
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

/** Any of a few choices; its value is that of `several.ts`. */
export function ChoicesPill({ label, value, options, onChange }: PillProps & { options: readonly Option[] }) {
  const { open, toggle, opener, around } = useDropdown();
  const chosen = severalOf(options.map(valueOf), value);
  const words = options.filter((option) => chosen.includes(valueOf(option))).map(labelOf);
  const toggled = (one: string) => options.map(valueOf).filter((other) => chosen.includes(other) !== (other === one));
  return (
    <div className={classes.several} {...around}>
      <Pill label={label} value={words.join(', ')} onClear={() => onChange('')}>
        <button ref={opener} type="button" aria-expanded={open} onClick={toggle}>
          {value === '' ? `+ ${label}` : `${label}: ${words.join(', ')}`}
        </button>
      </Pill>
      {open && (
        <div role="group" aria-label={label} className={classes.panel}>
          {options.map((option) => (
            <label key={valueOf(option)}>
              <input
                type="checkbox"
                checked={chosen.includes(valueOf(option))}
                onChange={() => onChange(writtenSeveral(toggled(valueOf(option))))}
              />
              {labelOf(option)}
            </label>
          ))}
        </div>
      )}
    </div>
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
