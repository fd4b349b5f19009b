import { useEffect, useId, useRef, useState } from 'react';
import { useDropdown } from '../keyboard/use-dropdown.ts';
import { month, monthNames, stepMonth } from '../text/format.ts';
import classes from './month-picker.module.css';

interface Props {
  /** `yyyy-mm`. */
  value: string;
  onChange: (month: string) => void;
  label?: string;
}

/** `[<] Nov 2026 [>]`: a step at a time, or any month of any year from the panel in the middle. */
export function MonthPicker({ value, onChange, label = 'Month' }: Props) {
  const [year, setYear] = useState(() => Number(value.slice(0, 4)));
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { open, toggle, close, opener, around } = useDropdown();
  useEffect(() => {
    if (open) box.current?.querySelector<HTMLElement>('[aria-pressed="true"], [data-month]')?.focus();
  }, [open]);
  return (
    <div ref={box} role="group" aria-label={label} className={classes.picker} {...around}>
      <button
        type="button"
        className={classes.step}
        aria-label="Previous month"
        onClick={() => onChange(stepMonth(value, -1))}
      >
        ‹
      </button>
      <button
        ref={opener}
        type="button"
        className={classes.value}
        data-value=""
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setYear(Number(value.slice(0, 4)));
          toggle();
        }}
      >
        {month(value)}
      </button>
      <button
        type="button"
        className={classes.step}
        aria-label="Next month"
        onClick={() => onChange(stepMonth(value, 1))}
      >
        ›
      </button>
      {open && (
        <div id={id} role="group" aria-label={`Months of ${String(year)}`} className={classes.panel}>
          <div className={classes.year}>
            <button type="button" className={classes.step} aria-label="Previous year" onClick={() => setYear(year - 1)}>
              ‹
            </button>
            <span aria-live="polite">{year}</span>
            <button type="button" className={classes.step} aria-label="Next year" onClick={() => setYear(year + 1)}>
              ›
            </button>
          </div>
          <div className={classes.months}>
            {monthNames.map((name, index) => {
              const iso = `${String(year)}-${String(index + 1).padStart(2, '0')}`;
              return (
                <button
                  key={name}
                  type="button"
                  data-month={iso}
                  aria-label={month(iso)}
                  aria-pressed={iso === value}
                  onClick={() => {
                    onChange(iso);
                    close();
                  }}
                >
                  {name}
                </button>
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}
