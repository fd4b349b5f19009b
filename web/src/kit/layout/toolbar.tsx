import type { ReactNode } from 'react';
import classes from './toolbar.module.css';
import { useNarrow } from '../browser/use-narrow.ts';

interface Props {
  /** How many filters hold. */
  holding: number;
  /** Its fields have their labels within, and stand at the top of what has several lines. */
  isInline?: boolean;
  children: ReactNode;
}

/** Filters and buttons above a list; folded away on a small screen, where the fold says how many filters hold. */
export function Toolbar({ holding, isInline, children }: Props) {
  const narrow = useNarrow();
  const line = (
    <div className={classes.toolbar} data-inline={isInline}>
      {children}
    </div>
  );
  if (!narrow) return line;
  return (
    <details>
      <summary className={classes.fold}>{holding > 0 ? `Filters (${String(holding)})` : 'Filters'}</summary>
      {line}
    </details>
  );
}

/** What is done with the list: at the end of its toolbar. */
export const ToolbarEnd = ({ children }: { children: ReactNode }) => <div className={classes.end}>{children}</div>;
