import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

interface Dropdown {
  readonly open: boolean;
  readonly toggle: () => void;
  /** Closes it, and gives the focus back to the button that opens it. */
  readonly close: () => void;
  readonly opener: RefObject<HTMLButtonElement | null>;
  /** For the element around the button and what it opens. */
  readonly around: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/** What a button opens below it. Escape closes it, from wherever in it the focus is and nothing behind it; so does leaving it. */
export function useDropdown(): Dropdown {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return {
    ...{ open, close, opener },
    toggle: () => setOpen(!open),
    around: {
      onKeyDown: (event) => {
        if (!open || event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      },
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      },
    },
  };
}
