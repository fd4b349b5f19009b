import type { OfferedLine } from '@desk/contract/renewal-work/offers';
import { planWords } from '@desk/contract/words/plan-words';
import type { ReactNode } from 'react';
import { number } from '../../kit/text/format.ts';
import { amountWords, termWords } from './offer-words.ts';
import classes from './offers.module.css';

interface Props {
  lines: readonly OfferedLine[];
  currency: string;
  total: string | null;
  /** What stands below a line. */
  below?: (line: OfferedLine) => ReactNode;
}

/** What an offer says of each subscription, and in all. */
export const OfferLines = ({ lines, currency, total, below }: Props) => (
  <ul className={classes.lines}>
    {lines.map((line) => (
      <li key={line.renewal_id}>
        <div>
          <strong>{line.domain_name}</strong>
          <span>
            {line.sku_name}, {planWords(line.plan_name)}
          </span>
          <span>{termWords(line)}</span>
        </div>
        <div className={classes.amount}>
          <strong>{amountWords(line.amount, currency)}</strong>
          <span>
            {number(line.seats)} {line.seats === 1 ? 'seat' : 'seats'}
            {line.proposed !== null &&
              line.seats !== line.proposed.present.seats &&
              ` in place of ${number(line.proposed.present.seats)}`}
            {line.used_seats !== null && `, ${number(line.used_seats)} used`}
          </span>
          {line.unit_price !== null && <span>{amountWords(line.unit_price, currency)} a seat</span>}
        </div>
        {below && <div className={classes.below}>{below(line)}</div>}
      </li>
    ))}
    <li className={classes.total}>
      <strong>Total</strong>
      <strong className={classes.amount}>{total === null ? 'on request' : amountWords(total, currency)}</strong>
    </li>
  </ul>
);
