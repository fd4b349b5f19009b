import { announcementOf } from '@desk/contract/rules/announcements';
import { dayMonthYear } from '../../platform/time/days.ts';
import { agreedOf, priceWords, type Columns } from '../../domain/messages/agreed-terms.ts';
import { composeMail } from '../../platform/mail/content.ts';
import { oneLine } from '../../platform/mail/text.ts';

export interface Line extends Columns {
  domain: string;
  /** ISO day. */
  renewsOn: string;
}

function lineOf({ domain, renewsOn, ...renewal }: Line): string {
  const agreed = agreedOf(renewal);
  const price = priceWords(agreed);
  return [
    `${dayMonthYear(renewsOn)}  ${oneLine(domain)}: ${oneLine(agreed.skuName)}`,
    ...(agreed.seats === null ? [] : [`${agreed.seats} licences`]),
    ...(price === null ? [] : [price]),
  ].join(', ');
}

/** One line each, or a row each where there are tables. */
const tableOf = (lines: readonly Line[]) => ({
  lines: lines.map(lineOf),
  head: ['Renewal Date', 'Domain', 'Plan', 'Licences', 'Price'],
  rows: lines.map(({ domain, renewsOn, ...renewal }) => {
    const agreed = agreedOf(renewal);
    const seats = agreed.seats === null ? '' : String(agreed.seats);
    return [dayMonthYear(renewsOn), oneLine(domain), oneLine(agreed.skuName), seats, priceWords(agreed) ?? ''];
  }),
});

const some = (lines: readonly Line[]): string =>
  lines.length === 1 ? '1 subscription' : `${lines.length} subscriptions`;
const are = (lines: readonly Line[]): string => (lines.length === 1 ? 'is' : 'are');

/**
 * One mail to a reseller about renewals of its customers, the next first: those that are to be confirmed, and what is
 * recorded for those that are.
 */
export function resellerMail(reseller: string, lines: readonly Line[], brand: string) {
  const sorted = lines.toSorted((one, other) =>
    `${one.renewsOn} ${one.domain}` < `${other.renewsOn} ${other.domain}` ? -1 : 1,
  );
  const asked = sorted.filter((line) => announcementOf(line) === 'asks');
  const recorded = sorted.filter((line) => announcementOf(line) === 'tells');
  const due = `${some(asked)} of your customers`;
  const written = `the renewal of ${some(recorded)} of your customers`;
  const subject = asked.length > 0 ? `${due} due for renewal` : `recorded for ${written}`;
  return composeMail(
    `${oneLine(brand)}: ${subject}`,
    `Dear ${oneLine(reseller)},`,
    ...(asked.length === 0
      ? []
      : [`${due} ${are(asked)} due for renewal:`, tableOf(asked), 'Please confirm the renewals with us.']),
    ...(recorded.length === 0
      ? []
      : [`This is recorded for ${written}:`, tableOf(recorded), 'You need not do anything about it.']),
    `Regards,\n${oneLine(brand)}`,
  );
}
