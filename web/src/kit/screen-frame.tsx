import { useEffect, useRef, type ReactNode } from 'react';
import { useNarrow } from './use-narrow.ts';
import classes from './toolbar.module.css';

interface Props {
  title: string;
  /** Beside the title: a month picker, a view switch. */
  beside?: ReactNode;
  /** Below the title: filters and buttons; folded away on a small screen. */
  toolbar?: ReactNode;
  /** How many filters hold, for the folded toolbar. */
  holding?: number;
  children: ReactNode;
}

// The page that the browser itself opened starts where the browser puts the focus.
let arrived = false;

/** The one `h1` of a screen and its place in the window's title. Whoever is led here from another screen starts at the `h1`. */
export function ScreenFrame({ title, beside, toolbar, holding = 0, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
    arrived = true;
  }, []);
  const narrow = useNarrow();
  useEffect(() => {
    document.title = `${title} - Reseller Desk`;
  }, [title]);
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {beside}
      </div>
      {toolbar !== undefined && !narrow && <div className={classes.toolbar}>{toolbar}</div>}
      {toolbar !== undefined && narrow && (
        <details>
          <summary className={classes.fold}>{holding > 0 ? `Filters (${String(holding)})` : 'Filters'}</summary>
          <div className={classes.toolbar}>{toolbar}</div>
        </details>
      )}
      {children}
    </div>
  );
}
