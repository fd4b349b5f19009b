import { counted, date, money, number, shortMoney } from '../../kit/text/format.ts';
import classes from './hand-over.module.css';
import type { Preview } from './hand-over-words.ts';

const stake = (sums: Preview['people'][number]['sums']): string =>
  sums.map(({ currency, value }) => shortMoney(Number(value), currency)).join(' + ');

/** Who would get what: nothing is written yet. */
export function PreviewTable({ preview: { people, shown, rows, open, stay } }: { preview: Preview }) {
  return (
    <>
      <p role="status">
        {counted(rows.length, 'renewal')} of {number(open)} would move
        {stay > 0 && `; ${number(stay)} stay with who has them`}.
      </p>
      <div className={classes.table}>
        <table>
          <caption className="visually-hidden">Who gets how much</caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Gets</th>
              <th scope="col">Has already</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ account_id, name, away_until: away, count, sums, has }) => (
              <tr key={account_id}>
                <th scope="row">
                  {name}
                  {away !== null && <small>Away until {date(away)}: the cover sees it meanwhile</small>}
                </th>
                <td>
                  {number(count)}
                  <small>{stake(sums)}</small>
                </td>
                <td>
                  {number(has.count)}
                  <small>{stake(has.sums)}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={classes.recent} aria-label="The first of them">
        {shown.map((row) => (
          <li key={row.renewal_id}>
            <span>
              <b>{row.domain_name}</b>
              <small>
                {row.company_name}, renews {date(row.renewal_date)}
                {row.value !== null && `, ${money(Math.round(Number(row.value)), row.currency)} a year`}
              </small>
            </span>
            <span>to {row.to}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && <p>and {number(rows.length - shown.length)} more.</p>}
    </>
  );
}
