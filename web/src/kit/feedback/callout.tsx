import type { ReactNode } from 'react';
import classes from './callout.module.css';

interface Props {
  /** The consequence, in a sentence. */
  text: string;
  /** Why, or what follows. */
  hint?: string;
  /** The buttons. */
  children?: ReactNode;
}

/** What asks for an act on a page, with the button that does it. */
export function Callout({ text, hint, children }: Props) {
  return (
    <div className={classes.callout}>
      <div className={classes.words}>
        <p className={classes.text}>{text}</p>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {children}
    </div>
  );
}
