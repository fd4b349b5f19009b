import { number } from '../text/format.ts';
import { useOneTabStop } from '../keyboard/use-one-tab-stop.ts';
import classes from './tiles.module.css';

export interface Tile<Key extends string> {
  /** '' for the tile of all. */
  readonly key: Key | '';
  readonly label: string;
  readonly count: number;
  /** Below the count: an amount, say; each is a line of its own. */
  readonly notes: readonly string[];
  readonly tone?: 'good' | 'bad';
}

interface Props<Key extends string> {
  label: string;
  tiles: readonly Tile<Key>[];
  value: Key | '';
  onChange: (key: Key | '') => void;
}

/** Counts with what they amount to, in one strip and one tab stop; each filters to what it counts, pressed again it shows all. */
export function Tiles<Key extends string>({ label, tiles, value, onChange }: Props<Key>) {
  const strip = useOneTabStop<HTMLDivElement>();
  return (
    <div ref={strip} role="toolbar" aria-label={label} className={classes.strip}>
      {tiles.map((tile) => (
        <button
          key={tile.key}
          type="button"
          aria-pressed={tile.key === value}
          onClick={() => onChange(tile.key === value ? '' : tile.key)}
        >
          <span className={classes.label}>{tile.label}</span>{' '}
          <span className={classes.count} data-tone={tile.count > 0 ? tile.tone : undefined}>
            {number(tile.count)}
          </span>{' '}
          <span className={classes.notes}>
            {tile.notes.map((note) => (
              <span key={note}>{note} </span>
            ))}
          </span>
        </button>
      ))}
    </div>
  );
}
