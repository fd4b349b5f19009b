import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useNarrow } from '../browser/use-narrow.ts';
import { useStable } from '../browser/use-stable.ts';
import { useDropdown } from '../keyboard/use-dropdown.ts';
import { useRestoredFocus } from '../keyboard/use-restored-focus.ts';
import classes from './pills.module.css';

interface Props {
  /** By name, in their order. */
  pills: Readonly<Record<string, ReactNode>>;
  isSet: (name: string) => boolean;
  onClear: (() => void) | undefined;
}

/**
 * Filters as pills in one line: dashed ones can be added, filled ones are set. Those that are not set and for which there is no
 * room stand under More filters; on a small screen all of them are in sight.
 */
export function FilterPills({ pills, isSet, onClear }: Props) {
  const box = useRestoredFocus<HTMLDivElement>();
  const narrow = useNarrow();
  const names = Object.keys(pills);
  const { open, toggle, opener, around } = useDropdown();
  const over = useOver(box, { names, isSet, hasClear: onClear !== undefined, isHeld: open || narrow });
  const hidden = narrow ? [] : names.filter((name) => over.has(name));
  return (
    <div ref={box} role="group" aria-label="Filters" className={classes.pills}>
      {names.map(
        (name) =>
          !hidden.includes(name) && (
            <span key={name} data-pill={name} className={classes.item}>
              {pills[name]}
            </span>
          ),
      )}
      {hidden.length > 0 && (
        <div className={classes.more} {...around}>
          <button ref={opener} type="button" className={classes.opener} aria-expanded={open} onClick={toggle}>
            More filters
          </button>
          {open && (
            <div className={classes.panel}>
              {hidden.map((name) => (
                <span key={name} className={classes.item}>
                  {pills[name]}
                </span>
              ))}
            </div>
          )}
        </div>
      )}
      {onClear && (
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear all
        </button>
      )}
    </div>
  );
}

const GAP = 6;
const MORE_WIDTH = 92;
const CLEAR_WIDTH = 76;
const NONE: ReadonlySet<string> = new Set();

interface Line {
  names: readonly string[];
  isSet: (name: string) => boolean;
  /** Clear all stands at the end of the line. */
  hasClear: boolean;
  /** Nothing moves while one chooses. */
  isHeld: boolean;
}

/** The pills for which a line has no room. Each has been in the line once, so that its width is known. */
function useOver(box: RefObject<HTMLDivElement | null>, { names, isSet, hasClear, isHeld }: Line): ReadonlySet<string> {
  const [over, setOver] = useState(NONE);
  const widths = useRef(new Map<string, number>());
  const measure = useStable(() => {
    const line = box.current;
    // Where nothing has a width, nothing is drawn.
    if (isHeld || !line || line.clientWidth === 0) return;
    for (const pill of line.querySelectorAll<HTMLElement>(':scope > [data-pill]'))
      widths.current.set(pill.dataset['pill'] ?? '', pill.offsetWidth);
    const next = overOf(line.clientWidth, { names, isSet, hasClear, widths: widths.current });
    if ([...next].join() !== [...over].join()) setOver(next);
  });
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, measure]);
  return over;
}

interface Widths extends Pick<Line, 'names' | 'isSet' | 'hasClear'> {
  widths: ReadonlyMap<string, number>;
}

function overOf(room: number, { names, isSet, hasClear, widths }: Widths): ReadonlySet<string> {
  const widthOf = (name: string) => (widths.get(name) ?? 0) + GAP;
  const sum = (some: readonly string[]) => some.reduce((all, name) => all + widthOf(name), 0);
  const set = names.filter(isSet);
  const free = room + GAP - (hasClear ? CLEAR_WIDTH + GAP : 0);
  if (sum(names) <= free) return NONE;
  let left = free - MORE_WIDTH - GAP - sum(set);
  const others = names.filter((name) => !isSet(name));
  const firstOver = others.findIndex((name) => (left -= widthOf(name)) < 0);
  return firstOver === -1 ? NONE : new Set(others.slice(firstOver));
}
