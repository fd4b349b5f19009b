import { annualValue } from '@desk/contract/rules/annual-value';
import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { columnsOf } from '../../kit/table/columns.tsx';
import { TwoLines } from '../../kit/cell/two-lines.tsx';
import type { Column } from '../../kit/table/types.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { date, money, number } from '../../kit/text/format.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import type { OpenRenewal } from '../../parts/renewal/renewal-dialogs.tsx';
import { nextTerm, safeUntil } from '../../parts/renewal/next-term.ts';
import { lastFollowUp, NO_PRICE, renewalIdentity, valueOf } from '../../parts/renewal/renewal.ts';
import { standingOn } from '../../parts/renewal/standing-words.ts';
import classes from './work-columns.module.css';

const column = columnsOf<RenewalRow>(renewalIdentity);

interface Options {
  /** The business day, on which renewals stand as they do. */
  today: string;
  /** A member's e-mail as people say it. */
  nameOf: (email: string) => string;
}

const nextTermText = (row: RenewalRow): string => {
  const { first, second } = nextTerm(row);
  return second === '' ? first : `${first}, ${second}`;
};

const absent = (words: string) => <span className={classes.absent}>{words}</span>;

/** The pieces of the two views below, each with the width that it has there. */
const piecesOf = ({ today, nameOf }: Options) => {
  const standing = standingOn(today);
  return {
    domain: (width: number): Column<RenewalRow> => ({
      ...column.text('domain_name', 'Customer Domain', { width }),
      cell: (row) => (
        <TwoLines below={row.company_name}>
          <DomainLink name={row.domain_name} renewal={row.renewal_id} />
        </TwoLines>
      ),
    }),
    date: {
      ...column.date('renewal_date', 'Renewal Date', { width: 112 }),
      cell: (row) => {
        const { words, isLate } = safeUntil(row, today) ?? standing(row);
        return (
          <TwoLines below={words} isLate={isLate}>
            {date(row.renewal_date)}
          </TwoLines>
        );
      },
    } satisfies Column<RenewalRow>,
    nextTerm: column.of('If Nobody Acts', {
      id: 'if_nobody_acts',
      width: 132,
      text: nextTermText,
      cell: (row) => {
        const { first, second, isUrgent } = nextTerm(row);
        return (
          <TwoLines below={second} isLate={isUrgent}>
            {first}
          </TwoLines>
        );
      },
    }),
    seats: column.of('Seats', {
      id: 'number_of_seats',
      align: 'end',
      width: 76,
      text: (row) => number(licencesOf(row)),
      sort: licencesOf,
      cell: (row) => (
        <TwoLines below={row.licensed_seats === null ? '' : `${number(row.licensed_seats)} used`}>
          {number(licencesOf(row))}
        </TwoLines>
      ),
    }),
    value: column.of('Value A Year', {
      id: 'value',
      align: 'end',
      width: 112,
      text: valueOf,
      sort: (row) => {
        const value = annualValue(row);
        return value === undefined ? null : [row.currency, value];
      },
      cell: (row) => (annualValue(row) === undefined ? absent(NO_PRICE) : money(annualValue(row), row.currency)),
    }),
    flag: {
      ...column.badge('highlight_case', 'Flag', { width: 96 }),
      cell: ({ highlight_case: flag }) => (flag === null ? absent('No flag') : <Badge word={flag} />),
    } satisfies Column<RenewalRow>,
    /** "In Discussion" is one line, "Confirmation Received" two. */
    status: {
      ...column.badge('confirmation_status', 'Confirmation Status', { width: 150 }),
      cell: ({ confirmation_status: status }) => (status === null ? absent('No status') : <Badge word={status} />),
    } satisfies Column<RenewalRow>,
    lastComment: (width: number) =>
      column.of('Last Follow-up', {
        id: 'followup_comments',
        width,
        text: (row) => lastFollowUp(row, today),
        sort: (row) => row.followed_up_at ?? null,
        cell: (row) => <span className={classes.said}>{lastFollowUp(row, today)}</span>,
      }),
    email: column.text('customer_email', 'Customer Email', { width: 168 }),
    assignee: column.of('Assigned To', {
      id: 'assigned_to',
      width: 96,
      text: ({ assigned_to: email }) => (email === null ? 'Unassigned' : nameOf(email)),
      sort: (row) => row.assigned_to,
      cell: ({ assigned_to: email }) =>
        email === null ? (
          <span className={classes.nobody}>Unassigned</span>
        ) : (
          <span title={email}>{nameOf(email)}</span>
        ),
    }),
  };
};

/** What one works a month with, all of it in sight: who, by when, how much, and how it stands. */
export function workViewColumns(options: Options): readonly Column<RenewalRow>[] {
  const { domain, date: day, nextTerm: next, seats, value, flag, status, lastComment, assignee } = piecesOf(options);
  return [domain(190), day, next, seats, value, flag, status, lastComment(112), assignee];
}

/** What one calls a customer with: what was said last, at length, and where an answer goes to. */
export function callViewColumns(options: Options): readonly Column<RenewalRow>[] {
  const { domain, date: day, seats, flag, status, lastComment, email } = piecesOf(options);
  return [domain(204), lastComment(244), day, seats, flag, status, email];
}

/** At the end of a row. */
export const rowActions = (open: OpenRenewal): readonly Column<RenewalRow>[] => [
  {
    ...column.action('Add Comments', { press: open.comment, shortcut: 'c' }),
    icon: <IconMessage size={16} aria-hidden="true" />,
  },
  {
    ...column.action('Follow up History', { press: open.history, shortcut: 'h' }),
    icon: <IconHistory size={16} aria-hidden="true" />,
  },
  {
    ...column.action('Send Notification', { press: open.notify, shortcut: 'n' }),
    icon: <IconMail size={16} aria-hidden="true" />,
  },
  {
    ...column.action('Send Offer', { press: open.offer, shortcut: 'o' }),
    icon: <IconFileText size={16} aria-hidden="true" />,
  },
];
