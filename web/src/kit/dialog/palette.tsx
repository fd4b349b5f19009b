import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useStable } from '../browser/use-stable.ts';
import { StillWaiting } from '../feedback/waiting.tsx';
import { Dialog } from './dialog.tsx';
import { Highlighted } from './highlighted.tsx';
import classes from './palette.module.css';

export interface PaletteItem {
  /** Tells it from the others of its group. */
  readonly key: string;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  /** At the end of its row: what one should know before choosing it. */
  readonly beside?: string;
  readonly icon?: ReactNode;
  readonly run: () => void;
  /** What it does goes on from here: the palette is not closed by it. */
  readonly stays?: boolean;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
  /** All are shown; else the first three, and the others when they are asked for. */
  readonly whole?: boolean;
}

const MOST = 3;
const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const PAUSE_MS = 150;

interface Props {
  /** Names the box: what is looked through. */
  label: string;
  /** What was typed before it was there. */
  start?: () => string;
  /** What there is for what is typed, anew with each letter. */
  groups: (typed: string) => readonly PaletteGroup[];
  /** The server is asked. */
  isAsking: boolean;
  /** Why what was found is not all: that something failed is no empty result. */
  problem?: string | undefined;
  /** Said where nothing was found: what was looked through. */
  nothing: string;
  /** Told what was typed, a moment after the last key; keep it stable. */
  onType: (text: string) => void;
  onClose: () => void;
}

/** The groups as they are shown: of each the first three and a way to the others, or all. */
function shortened(
  groups: readonly PaletteGroup[],
  opened: readonly string[],
  open: (name: string) => void,
): readonly PaletteGroup[] {
  return groups
    .filter(({ items }) => items.length > 0)
    .map((group) => {
      const { name, items, whole = false } = group;
      if (whole || items.length <= MOST || opened.includes(name)) return group;
      const all: PaletteItem = {
        key: 'show all',
        label: `Show all ${items.length}: ${name}`,
        run: () => open(name),
        stays: true,
      };
      return { name, items: [...items.slice(0, MOST), all] };
    });
}

/** Type, arrow, Enter: one list of everything that can be opened or done from here. */
export function Palette({ label, start = () => '', groups, isAsking, problem, nothing, onType, onClose }: Props) {
  const id = useId();
  const [wanted, setWanted] = useState(start);
  const [at, setAt] = useState(0);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const typed = wanted.trim();
  const shown = shortened(groups(typed), opened, (name) => setOpened([...opened, name]));
  const found = shown.flatMap(({ items }) => items);
  useEffect(() => {
    const timer = setTimeout(() => onType(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onType]);
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  const idOf = (index: number) => `${id}-${String(index)}`;
  useEffect(() => {
    document.getElementById(`${id}-${String(chosen)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    if (item.stays !== true) onClose();
    item.run();
  };
  // Enter before there is an answer opens the first of it.
  const [isEntered, setEntered] = useState(false);
  const first = isEntered && !isAsking ? found[0] : undefined;
  const runFirst = useStable(() => run(first));
  useEffect(() => {
    if (first) runFirst();
  }, [first, runFirst]);
  const move = (event: KeyboardEvent) => {
    const step = MOVES[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined && found.length === 0 && typed !== '') setEntered(true);
    else if (step === undefined) run(found[chosen]);
    else setAt((chosen + step + found.length) % Math.max(1, found.length));
  };
  return (
    <Dialog title="Go to" size={720} look="bare" onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={found.length > 0}
        aria-controls={id}
        {...(found.length > 0 && { 'aria-activedescendant': idOf(chosen) })}
        className={classes.input}
        autoComplete="off"
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setOpened([]);
          setEntered(false);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <div id={id} role="listbox" aria-label="What was found" className={classes.list}>
        {shown.map(({ name, items }, nth) => (
          <div key={name} role="group" aria-labelledby={`${id}-group-${String(nth)}`}>
            <div id={`${id}-group-${String(nth)}`} role="presentation" className={classes.group}>
              {name}
            </div>
            {items.map((item) => (
              <Option
                key={item.key}
                id={idOf(found.indexOf(item))}
                item={item}
                typed={typed}
                isChosen={found[chosen] === item}
                onPress={() => run(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classes.none}>
        {isAsking && 'Searching…'}
        {!isAsking && (problem ?? (found.length === 0 && nothing))}
      </p>
      {isAsking && <StillWaiting className={classes.none} />}
      <p className={classes.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </p>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  typed: string;
  isChosen: boolean;
  onPress: () => void;
}

const Option = ({ id, item, typed, isChosen, onPress }: OptionProps) => (
  // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input keeps the focus and hears the keys
  <div id={id} role="option" aria-selected={isChosen} className={classes.item} onClick={onPress}>
    <span className={classes.icon} aria-hidden="true">
      {item.icon}
    </span>
    <span className={classes.words}>
      <span>
        <Highlighted text={item.label} part={typed} />
      </span>{' '}
      {item.detail !== undefined && item.detail !== '' && (
        <small>
          <Highlighted text={item.detail} part={typed} />
        </small>
      )}
    </span>{' '}
    <span className={classes.beside}>{item.beside}</span>
  </div>
);
