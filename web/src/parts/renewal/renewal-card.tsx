import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import { Badge } from '../../kit/text/badge.tsx';
import { date, number } from '../../kit/text/format.ts';
import { DomainLink } from '../domain-page/domain-link.tsx';
import classes from './renewal-card.module.css';
import type { OpenRenewal } from './renewal-dialogs.tsx';
import { nextTerm, safeUntil } from './next-term.ts';
import { lastFollowUp, valueOf } from './renewal.ts';
import { standingOn } from './standing-words.ts';

interface Options {
  today: string;
  open: OpenRenewal;
  /** A member's e-mail as people say it. */
  nameOf: (email: string) => string;
}

/** A renewal on a phone: what decides, and at the thumb what can be done. */
export const renewalCard =
  ({ today, open, nameOf }: Options) =>
  (row: RenewalRow, more: () => void) => {
    const { words, isLate } = safeUntil(row, today) ?? standingOn(today)(row);
    const { first, second, isUrgent } = nextTerm(row);
    const { highlight_case: flag, confirmation_status: status } = row;
    return (
      <article className={classes.card} aria-label={row.domain_name}>
        <div className={classes.head}>
          <div className={classes.domain}>
            <DomainLink name={row.domain_name} renewal={row.renewal_id} />
          </div>
          {flag !== null && <Badge word={flag} />}
          {status !== null && <Badge word={status} />}
        </div>
        <p className={classes.whose}>
          {row.company_name} ·{' '}
          {row.assigned_to === null ? <span className={classes.nobody}>Unassigned</span> : nameOf(row.assigned_to)}
        </p>
        <p className={classes.said}>{lastFollowUp(row, today)}</p>
        <dl className={classes.facts}>
          <div>
            <dt>Renewal Date</dt>
            <dd>{date(row.renewal_date)}</dd>
            <dd className={classes.note} data-late={isLate || undefined}>
              {words}
            </dd>
          </div>
          <div>
            <dt>Seats</dt>
            <dd>{number(licencesOf(row))}</dd>
            {row.licensed_seats !== null && <dd className={classes.note}>{number(row.licensed_seats)} used</dd>}
          </div>
          <div>
            <dt>If Nobody Acts</dt>
            <dd>{first}</dd>
            {second !== '' && (
              <dd className={classes.note} data-late={isUrgent || undefined}>
                {second}
              </dd>
            )}
          </div>
          <div>
            <dt>Value A Year</dt>
            <dd>{valueOf(row)}</dd>
          </div>
        </dl>
        <div className={classes.actions}>
          <button type="button" aria-label={`Comment: ${row.domain_name}`} onClick={() => open.comment(row)}>
            Comment
          </button>
          <button type="button" aria-label={`Notify: ${row.domain_name}`} onClick={() => open.notify(row)}>
            Notify
          </button>
          <button type="button" aria-label={`Offer: ${row.domain_name}`} onClick={() => open.offer(row)}>
            Offer
          </button>
          <button type="button" aria-label={`More of ${row.domain_name}`} onClick={more}>
            More
          </button>
        </div>
      </article>
    );
  };
