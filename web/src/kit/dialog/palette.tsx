import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from './dialog.tsx';
import classes from './palette.module.css';
import { StillWaiting } from '../feedback/waiting.tsx';

export interface PaletteItem {
  readonly group: string;
  readonly label: string;
  readonly run: () => void;
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const PAUSE_MS = 250;
const NONE: readonly PaletteItem[] = [];

interface Props {
  items: readonly PaletteItem[];
  /** What the server found for what was typed, after the items. */
  found?: readonly PaletteItem[];
  /** The server is asked. */
  isAsking?: boolean;
  /** Said where nothing was found: what was looked through. */
  nothing?: string;
  /** Told what was typed, a moment after the last key; keep it stable. */
  onType?: (text: string) => void;
  onClose: () => void;
}

/** Type, arrow, Enter: one list of everything that can be opened or done from here. */
export function Palette(props: Props) {
  const { items, found: asked = NONE, isAsking = false, nothing = 'Nothing by that name.', onType, onClose } = props;
  const id = useId();
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const known = items.filter((item) => item.label.toLowerCase().includes(wanted.trim().toLowerCase()));
  const found = [...known, ...asked];
  useEffect(() => {
    const timer = setTimeout(() => onType?.(wanted.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, onType]);
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  useEffect(() => {
    document.getElementById(`${id}-${String(chosen)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = MOVES[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) run(found[chosen]);
    else setAt((chosen + step + found.length) % Math.max(1, found.length));
  };
  return (
    <Dialog title="Go to" size={720} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label="Search screens and actions"
        aria-expanded={found.length > 0}
        aria-controls={id}
        {...(found.length > 0 && { 'aria-activedescendant': `${id}-${String(chosen)}` })}
        className={classes.input}
        autoComplete="off"
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <div id={id} role="listbox" aria-label="What was found" className={classes.list}>
        {found.map((item, index) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input keeps the focus and hears the keys
          <div
            key={`${item.group} ${item.label}`}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === chosen}
            className={classes.item}
            onClick={() => run(item)}
          >
            {item.label} <span>{item.group}</span>
          </div>
        ))}
      </div>
      <p role="status" className={classes.none}>
        {isAsking && 'Searching…'}
        {!isAsking && found.length === 0 && nothing}
      </p>
      {isAsking && <StillWaiting className={classes.none} />}
    </Dialog>
  );
}
