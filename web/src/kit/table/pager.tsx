import { number } from '../text/format.ts';
import classes from './pager.module.css';
import type { PageSizes } from './types.ts';

interface Props {
  label: string;
  total: number;
  page: number;
  size: number;
  onPage: (page: number) => void;
  sizes?: PageSizes | undefined;
}

/** First, last, and the neighbours of the page; a gap is 0. */
export function pageNumbers(page: number, pages: number): readonly number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((one, at) => {
    const before = numbers[at - 1] ?? 0;
    if (one - before === 2) return [one - 1, one];
    return one - before > 2 ? [0, one] : [one];
  });
}

/** Which rows are shown; where there is more than one page, the way to the others. */
export function Pager({ label, total, page, size, onPage, sizes }: Props) {
  const pages = Math.max(1, Math.ceil(total / size));
  const from = (page - 1) * size + 1;
  const step = (to: number, words: string, sign: string) => {
    const off = to < 1 || to > pages;
    return (
      <button type="button" aria-label={words} aria-disabled={off} onClick={() => !off && onPage(to)}>
        {sign}
      </button>
    );
  };
  return (
    <div className={classes.pager}>
      <p role="status">
        {total === 0 ? '0 of 0' : `${number(from)}–${number(Math.min(total, page * size))} of ${number(total)}`}
      </p>
      {sizes && (
        <label className={classes.size}>
          Rows a page{' '}
          <select value={size} onChange={(event) => sizes.choose(Number(event.currentTarget.value))}>
            {sizes.options.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      {pages > 1 && (
        <nav aria-label={`Pages of ${label}`}>
          {step(page - 1, 'Previous page', '‹')}
          {pageNumbers(page, pages).map((one, at) =>
            one === 0 ? (
              <span key={`gap-${String(at)}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={one}
                type="button"
                aria-label={`Page ${number(one)}`}
                {...(one === page && { 'aria-current': 'page' })}
                onClick={() => onPage(one)}
              >
                {number(one)}
              </button>
            ),
          )}
          {step(page + 1, 'Next page', '›')}
        </nav>
      )}
    </div>
  );
}
