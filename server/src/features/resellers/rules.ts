import { dayMonthYear } from '../../calendar/days.ts';
import { amountOf, oneLine } from '../../wording/messages.ts';

export interface Line {
  domain: string;
  skuName: string;
  /** ISO day. */
  renewsOn: string;
  seats: number | null;
  /** Decimal text. */
  price: string | null;
  currency: string;
}

const lineOf = ({ domain, skuName, renewsOn, seats, price, currency }: Line): string =>
  [
    `${dayMonthYear(renewsOn)}  ${oneLine(domain)}: ${oneLine(skuName)}`,
    ...(seats === null ? [] : [`${seats} licences`]),
    ...(price === null ? [] : [`${currency} ${amountOf(price)}`]),
  ].join(', ');

/** One mail to a reseller about renewals of its customers, the next first. */
export function resellerMail(reseller: string, lines: readonly Line[], brand: string) {
  const sorted = lines.toSorted((one, other) =>
    `${one.renewsOn} ${one.domain}` < `${other.renewsOn} ${other.domain}` ? -1 : 1,
  );
  const due = lines.length === 1 ? '1 subscription' : `${lines.length} subscriptions`;
  const text = [
    `Dear ${oneLine(reseller)},`,
    '',
    `${due} of your customers ${lines.length === 1 ? 'is' : 'are'} due for renewal:`,
    '',
    ...sorted.map(lineOf),
    '',
    'Please confirm the renewals with us.',
    '',
    'Regards,',
    oneLine(brand),
  ];
  return { subject: `${oneLine(brand)}: ${due} of your customers due for renewal`, body: `${text.join('\n')}\n` };
}
