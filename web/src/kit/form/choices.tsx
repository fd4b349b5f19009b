import type { ReactNode } from 'react';
import classes from './choices.module.css';

interface Props {
  legend: string;
  /** Beside each other, as far as there is room. */
  inRow?: boolean;
  children: ReactNode;
}

/** Radio buttons or ticks that belong together. */
export function Choices({ legend, inRow = false, children }: Props) {
  return (
    <fieldset className={inRow ? `${classes.choices ?? ''} ${classes.row ?? ''}` : classes.choices}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
