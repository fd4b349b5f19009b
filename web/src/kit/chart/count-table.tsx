import type { ReactNode } from 'react';
import classes from './count-table.module.css';
import { number } from '../text/format.ts';
import { useOneTabStop } from '../keyboard/use-one-tab-stop.ts';

export interface Count {
  readonly key: string;
  readonly count: number;
}

interface Props {
  /** For screen readers. */
  label: string;
  /** The heading of the keys. */
  heading: string;
  counts: readonly Count[];
  /** The key in words. */
  nameOf: (key: string) => string;
  /** The key as it is shown, where that is more than its words. */
  draw?: (key: string) => ReactNode;
  /** One and many of what is counted: "1 domain", "2 domains". */
  noun: string;
  onOpen: (count: Count) => void;
}

const percent = (count: number, total: number): string => {
  const share = (count / total) * 100;
  return share < 1 ? '< 1 %' : `${String(Math.round(share))} %`;
};

/**
 * Counts with their share of the whole, in words and as a bar; each is a button that opens what it counts, none is text.
 * The buttons are one tab stop, walked with the arrows.
 */
export function CountTable({ label, heading, counts, nameOf, draw = nameOf, noun, onOpen }: Props) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const table = useOneTabStop<HTMLTableElement>();
  return (
    <table ref={table} aria-label={label} className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className={classes.share}>
            Share
          </th>
          <th scope="col" className={classes.count}>
            Count
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map((one) => (
          <tr key={one.key}>
            <th scope="row" className={classes.key} title={nameOf(one.key)}>
              {draw(one.key)}
            </th>
            <td className={classes.share}>{one.count > 0 && <Share count={one.count} total={total} />}</td>
            <td className={classes.count}>
              {one.count === 0 ? (
                '0'
              ) : (
                <button
                  type="button"
                  className={classes.open}
                  data-value=""
                  aria-label={`Open ${number(one.count)} ${noun}${one.count === 1 ? '' : 's'}: ${nameOf(one.key)}`}
                  onClick={() => onOpen(one)}
                >
                  {number(one.count)}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td className={classes.count}>{number(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Share({ count, total }: Omit<Count, 'key'> & { total: number }) {
  return (
    <span className={classes.line}>
      <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className={classes.track}>
        <rect width={(count / total) * 100} height="1" />
      </svg>
      <span className={classes.percent}>{percent(count, total)}</span>
    </span>
  );
}
