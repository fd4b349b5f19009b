import { useId } from 'react';
import classes from './charts.module.css';
import { number } from '../text/format.ts';

interface Slice {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** One of the colours, 1 to 4, where the same thing has the same one in several pies. */
  readonly colour?: number;
}

interface Props {
  /** For screen readers. */
  label: string;
  slices: readonly Slice[];
  /** The effect of pressing a slice, read out after its share. */
  hint: string;
  onOpen: (slice: Slice) => void;
}

const COLOURS = [1, 2, 3, 4];
/** So much is left between two slices, in hundredths of the whole. */
const GAP = 0.6;

/** The colour of each slice: its own, else the next one that nobody has; one that comes a second time is hatched. */
function coloured(slices: readonly Slice[]) {
  const free = COLOURS.filter((colour) => !slices.some((slice) => slice.colour === colour));
  const others = slices.filter(({ colour }) => colour === undefined);
  return slices.map((slice) => {
    const at = others.indexOf(slice);
    const colour = slice.colour ?? free[at % free.length] ?? 1;
    return { slice, colour: classes[`chart${String(colour)}`], isHatched: at >= free.length };
  });
}

const shareWords = (share: number): string => (share > 0 && share < 0.5 ? '< 1 %' : `${number(Math.round(share))} %`);

/** A pie for the mouse beside its legend, whose lines are buttons with count and share; a line of none is no button. */
export function PieList({ label, slices, hint, onOpen }: Props) {
  const hatch = useId();
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const drawn = coloured(slices).map((one, at) => ({
    ...one,
    share: total === 0 ? 0 : (one.slice.value / total) * 100,
    from: total === 0 ? 0 : (slices.slice(0, at).reduce((sum, { value }) => sum + value, 0) / total) * 100,
  }));
  return (
    <div className={classes.pie}>
      <svg viewBox="0 0 64 64" aria-hidden="true" className={classes.disc}>
        <pattern id={hatch} width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.2" height="3" className={classes.hatch} />
        </pattern>
        {drawn.map(({ slice, colour, isHatched, share, from }) => {
          const dash = {
            cx: 32,
            cy: 32,
            r: 16,
            pathLength: 100,
            strokeDasharray: `${String(share >= 100 ? 100 : Math.max(share - GAP, share / 2))} 100`,
            strokeDashoffset: -from,
          };
          return (
            <g key={slice.key} aria-hidden="true" className={classes.slice} onClick={() => onOpen(slice)}>
              <title>{`${slice.name}: ${number(slice.value)}`}</title>
              <circle {...dash} className={colour} />
              {isHatched && <circle {...dash} stroke={`url(#${hatch})`} />}
            </g>
          );
        })}
      </svg>
      <ul aria-label={label} className={classes.list}>
        {drawn.map(({ slice, colour, isHatched, share }) => {
          const line = (
            <>
              <svg viewBox="0 0 12 12" aria-hidden="true" className={classes.swatch}>
                <rect width="12" height="12" className={colour} />
                {isHatched && <rect width="12" height="12" fill={`url(#${hatch})`} />}
              </svg>
              <span className={classes.name} title={slice.name}>
                {slice.name}
              </span>{' '}
              <span className={classes.value}>{number(slice.value)}</span>{' '}
              <span className={classes.share}>{shareWords(share)}</span>
            </>
          );
          return (
            <li key={slice.key}>
              {slice.value === 0 ? (
                <div className={classes.legend}>{line}</div>
              ) : (
                <button
                  type="button"
                  className={classes.legend}
                  data-value=""
                  aria-label={[slice.name, number(slice.value), shareWords(share), hint].join(', ')}
                  onClick={() => onOpen(slice)}
                >
                  {line}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
