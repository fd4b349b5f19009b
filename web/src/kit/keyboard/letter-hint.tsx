import { useSingleLetters } from './single-letters.ts';

/** The letter that does the same as a button, shown on it; whoever switched letters off sees none. */
export function LetterHint({ children }: { children: string }) {
  const [hasLetters] = useSingleLetters();
  return hasLetters && <kbd aria-hidden="true">{children}</kbd>;
}
