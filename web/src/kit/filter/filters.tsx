import { labelOf, valueOf, type Option } from '../form/edit-select.tsx';
import classes from './filters.module.css';
import { ToolField } from './tool-field.tsx';
import { useRestoredFocus } from '../keyboard/use-restored-focus.ts';

interface SelectProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** The words of the first choice, which is no filter. */
  all?: string;
  /** The label is for screen readers: the first choice says it. */
  isQuiet?: boolean;
}

/** One filter; its first choice is no filter. */
export function FilterSelect({ label, value, options, onChange, all = 'All', isQuiet = false }: SelectProps) {
  return (
    <ToolField label={label} isQuiet={isQuiet}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={valueOf(option)} value={valueOf(option)}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </ToolField>
  );
}

/** A calendar day, `yyyy-mm-dd`; '' is no filter. */
export function FilterDate({ label, value, onChange }: Pick<SelectProps, 'label' | 'value' | 'onChange'>) {
  return (
    <ToolField label={label}>
      <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </ToolField>
  );
}

export interface ActiveFilter {
  readonly label: string;
  readonly value: string;
  readonly clear: () => void;
}

/** The filters that hold, each to be taken away alone; or all at once, where the screen has no button of its own for that. */
export function FilterChips({ active, onClear }: { active: readonly ActiveFilter[]; onClear?: () => void }) {
  const box = useRestoredFocus<HTMLDivElement>();
  return (
    <div ref={box} role="group" aria-label="Filters that hold" className={classes.chips} hidden={active.length === 0}>
      {active.map((filter) => (
        <button
          key={filter.label}
          type="button"
          className={classes.chip}
          aria-label={`Remove filter ${filter.label}: ${filter.value}`}
          onClick={filter.clear}
        >
          {filter.label}: {filter.value} <span aria-hidden="true">✕</span>
        </button>
      ))}
      {active.length > 0 && onClear && (
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear all
        </button>
      )}
    </div>
  );
}
