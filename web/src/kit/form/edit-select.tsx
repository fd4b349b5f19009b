import { useRef, useState } from 'react';
import { useCellTabIndex } from '../keyboard/grids.ts';
import classes from './edit-select.module.css';

/** A choice whose value and words are the same, or one that says them apart. */
export type Option = string | { readonly value: string; readonly label: string };

export const valueOf = (option: Option): string => (typeof option === 'string' ? option : option.value);
export const labelOf = (option: Option): string => (typeof option === 'string' ? option : option.label);

interface Props {
  label: string;
  value: string;
  options: readonly Option[];
  onCommit: (value: string) => void;
  /** The value is a choice that is not saved yet. */
  unsaved?: boolean;
}

/**
 * A select for a table cell. A pointer's choice commits at once. A keyboard's choice is a draft until Enter, Tab or
 * leaving, because every arrow key and typed letter already changes a native select. Escape restores.
 */
export function EditSelect({ label, value, options, onCommit, unsaved = false }: Props) {
  const [shown, setShown] = useState<string>();
  // What the handlers go by: leaving a cell can come in the same event as Enter, before anything is drawn again.
  const draft = useRef<string>(undefined);
  const byKeyboard = useRef(false);
  const setDraft = (next: string | undefined) => {
    draft.current = next;
    setShown(next);
  };
  const settle = (chosen: string | undefined) => {
    setDraft(undefined);
    if (chosen !== undefined && chosen !== value) onCommit(chosen);
  };
  const tabIndex = useCellTabIndex();
  const known = options.some((option) => valueOf(option) === value);
  return (
    <select
      className={classes.select}
      tabIndex={tabIndex}
      aria-label={label}
      value={shown ?? value}
      data-draft={shown !== undefined || unsaved || undefined}
      onPointerDown={() => {
        byKeyboard.current = false;
      }}
      onKeyDown={(event) => {
        byKeyboard.current = true;
        if (event.key === 'Escape') setDraft(undefined);
        if (event.key === 'Enter') settle(draft.current);
      }}
      onChange={(event) => {
        if (byKeyboard.current) setDraft(event.currentTarget.value);
        else settle(event.currentTarget.value);
      }}
      onBlur={() => settle(draft.current)}
    >
      {!known && (
        <option value={value} disabled={value === ''}>
          {value === '' ? 'N/A' : value}
        </option>
      )}
      {options.map((option) => (
        <option key={valueOf(option)} value={valueOf(option)}>
          {labelOf(option)}
        </option>
      ))}
    </select>
  );
}
