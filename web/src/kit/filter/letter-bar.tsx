import { counted } from '../text/format.ts';
import classes from './letter-bar.module.css';
import { useOneTabStop } from '../keyboard/use-one-tab-stop.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

interface Props {
  label: string;
  /** '' where none is chosen. */
  value: string;
  /** How many there are under each letter; undefined until it is known. */
  counts: Readonly<Record<string, number>> | undefined;
  /** Of the counted things, singular. */
  noun: string;
  onChange: (letter: string) => void;
}

/** A to Z, one tab stop; each letter tells how many there are under it. */
export function LetterBar({ label, value, counts, noun, onChange }: Props) {
  const bar = useOneTabStop<HTMLDivElement>();
  const nameOf = (letter: string) => {
    const count = counts?.[letter];
    return count === undefined ? letter : `${letter}, ${counted(count, noun)}`;
  };
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={classes.bar}>
      {LETTERS.map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={letter === value}
          aria-label={nameOf(letter)}
          title={nameOf(letter)}
          data-none={counts?.[letter] === 0 || undefined}
          onClick={() => onChange(letter)}
        >
          {letter}
        </button>
      ))}
    </div>
  );
}
