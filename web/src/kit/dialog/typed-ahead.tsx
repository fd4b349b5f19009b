import { useEffect } from 'react';

/** Keeps what is typed or pasted while the code of a palette is still on its way. */
export function TypedAhead({ onType }: { onType: (change: (typed: string) => string) => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === 'Backspace') onType((typed) => typed.slice(0, -1));
      else if (key.length === 1) onType((typed) => typed + key);
      else if (key !== 'Enter') return;
      // Nothing behind it takes the keys.
      event.preventDefault();
      event.stopPropagation();
    };
    const paste = (event: ClipboardEvent) => {
      event.preventDefault();
      onType((typed) => typed + (event.clipboardData?.getData('text') ?? ''));
    };
    window.addEventListener('keydown', press, true);
    window.addEventListener('paste', paste, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      window.removeEventListener('paste', paste, true);
    };
  }, [onType]);
  return null;
}
