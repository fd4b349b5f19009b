import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Loader } from './loader.tsx';
import { useDropdown } from '../keyboard/use-dropdown.ts';
import buttons from './button.module.css';
import classes from './disclosure.module.css';

interface Props {
  /** What the button is called; its `words` are seen. */
  label: string;
  words: ReactNode;
  /** Looks of the button's own. */
  className?: string | undefined;
  /** It looks as other buttons of the page do; while it is `busy` it opens nothing. */
  isButton?: boolean;
  busy?: boolean;
  /** What it opens: buttons and links; pressed, they close it. */
  children: ReactNode;
}

/** A button that opens a few others below it. Escape, and leaving them, closes. */
export function Disclosure({ label, words, className, isButton, busy = false, children }: Props) {
  const { open, toggle, close, opener, around } = useDropdown();
  const shared = { ref: opener, 'aria-label': label, 'aria-expanded': open } as const;
  return (
    <div className={classes.disclosure} {...around}>
      {isButton === true ? (
        <Button
          {...shared}
          {...(busy ? { 'aria-disabled': true, 'data-busy': true } : { onClick: toggle })}
          variant="default"
        >
          <span className={classes.words}>{words}</span>
          {busy && <Loader size={20} className={buttons.wheel} />}
        </Button>
      ) : (
        <button {...shared} type="button" className={className} onClick={toggle}>
          {words}
        </button>
      )}
      {open && (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it hears the clicks of the buttons in it
        <div className={classes.panel} onClick={close}>
          {children}
        </div>
      )}
    </div>
  );
}
