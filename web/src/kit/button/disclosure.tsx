import type { ReactNode } from 'react';
import { useDropdown } from '../keyboard/use-dropdown.ts';
import classes from './disclosure.module.css';

interface Props {
  /** What the button is called; its `words` are seen. */
  label: string;
  words: ReactNode;
  /** Looks of the button's own. */
  className?: string | undefined;
  /** What it opens: buttons and links; pressed, they close it. */
  children: ReactNode;
}

/** A button that opens a few others below it. Escape, and leaving them, closes. */
export function Disclosure({ label, words, className, children }: Props) {
  const { open, toggle, close, opener, around } = useDropdown();
  return (
    <div className={classes.disclosure} {...around}>
      <button ref={opener} type="button" className={className} aria-label={label} aria-expanded={open} onClick={toggle}>
        {words}
      </button>
      {open && (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it hears the clicks of the buttons in it
        <div className={classes.panel} onClick={close}>
          {children}
        </div>
      )}
    </div>
  );
}
