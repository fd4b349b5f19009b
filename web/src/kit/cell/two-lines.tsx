import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface Props {
  /** What the cell is about. */
  children: ReactNode;
  /** On it, in quiet words; '' leaves the line away. */
  below: ReactNode;
  isLate?: boolean;
}

/** A cell of two lines; what is longer wraps, nothing is cut. */
export const TwoLines = ({ children, below, isLate = false }: Props) => (
  <span className={classes.cell}>
    <span className={classes.first}>{children}</span>
    {below !== '' && (
      <>
        {' '}
        <span className={classes.second} data-late={isLate || undefined}>
          {below}
        </span>
      </>
    )}
  </span>
);
