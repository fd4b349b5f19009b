import type { ReactNode } from 'react';
import classes from './callout.module.css';

interface Props {
  /** The consequence, in a sentence. */
  text: string;
  /** Why, or what follows. */
  hint?: string;
  /** `bad`: something is wrong, and not only to be done. */
  tone?: 'attention' | 'bad';
  /** The buttons. */
  children?: ReactNode;
}

/** What asks for an act on a page, with the button that does it. */
export function Callout({ text, hint, tone = 'attention', children }: Props) {
  return (
    <div className={classes.callout} data-tone={tone}>
      <div className={classes.words}>
        <p className={classes.text}>{text}</p>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      {children}
    </div>
  );
}
