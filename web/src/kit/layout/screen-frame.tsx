import { useEffect, useRef, type ReactNode } from 'react';
import { useHasGrid } from '../keyboard/grids.ts';
import { toGrid } from '../keyboard/use-restored-focus.ts';
import { brandName } from '../text/business.ts';
import { Toolbar } from './toolbar.tsx';
import classes from './screen-frame.module.css';
import { Stack } from './stack.tsx';

interface Props {
  title: string;
  /** Beside the title: a month picker, a view switch. */
  beside?: ReactNode;
  /** At the end of the title's line: what is done with the whole screen. */
  actions?: ReactNode;
  /** Below the title: filters and buttons. */
  toolbar?: ReactNode;
  /** How many filters hold, for the folded toolbar. */
  holding?: number;
  children: ReactNode;
}

// The page that the browser itself opened starts where the browser puts the focus.
let arrived = false;

/** The one `h1` of a screen and its place in the window's title. Whoever is led here from another screen starts at the `h1`. */
export function ScreenFrame({ title, beside, actions, toolbar, holding = 0, children }: Props) {
  const hasGrid = useHasGrid();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A dialog that came with the address keeps the focus that it has taken.
    const dialog = document.activeElement?.closest('[data-modal]');
    if (arrived && !dialog) heading.current?.focus();
    arrived = true;
  }, []);
  useEffect(() => {
    document.title = `${title} - ${brandName}`;
  }, [title]);
  return (
    <Stack>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {hasGrid && (
          <button type="button" className={`visually-hidden ${classes.skip ?? ''}`} onClick={toGrid}>
            Table
          </button>
        )}
        {beside}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {toolbar !== undefined && <Toolbar holding={holding}>{toolbar}</Toolbar>}
      {children}
    </Stack>
  );
}
