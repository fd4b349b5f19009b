import { businessCurrency, businessTimeZone } from './business.ts';
import { businessDay } from './clock.ts';

const NOTHING = 'N/A';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAY_MS = 86_400_000;

/** Rupees in lakh and crore, as they are read in India; all other money in thousands. */
const localeOf = (currency: string) => (currency === 'INR' ? 'en-IN' : 'en-US');
const businessLocale = localeOf(businessCurrency);
const whole = new Intl.NumberFormat(businessLocale, { maximumFractionDigits: 2 });
const priceFormat = (currency: string) =>
  new Intl.NumberFormat(localeOf(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
const priceFormats = new Map([[businessCurrency, priceFormat(businessCurrency)]]);
const TWO_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const twoDigits = new Intl.NumberFormat(businessLocale, TWO_DIGITS);
const instants = new Intl.DateTimeFormat('en-IN', {
  timeZone: businessTimeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

type Absent = null | undefined | '';
const absent = (value: unknown): value is Absent => value === null || value === undefined || value === '';

export const shown = (value: string | number | null | undefined): string => (absent(value) ? NOTHING : String(value));

/** "1,23,456"; counts and decimal text alike. */
export const number = (value: string | number | null | undefined): string =>
  absent(value) ? NOTHING : whole.format(Number(value));

/** "₹1,23,45,678", or in another currency (ISO 4217); paise only where there are some. */
export const money = (value: string | number | null | undefined, currency = businessCurrency): string => {
  if (absent(value)) return NOTHING;
  const format = priceFormats.get(currency) ?? priceFormat(currency);
  priceFormats.set(currency, format);
  return format.format(Number(value));
};

/** An amount at a glance: "₹2.38Cr", "₹72.1L", "$5.29K". */
export const shortMoney = (amount: number, currency = businessCurrency): string =>
  new Intl.NumberFormat(localeOf(currency), {
    ...{ style: 'currency', currency, notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 },
  }).format(amount);

/** Sums of amounts, one for each currency and that of the business first: "₹1,23,456 + $1,200"; what is in dollars is never added to rupees. */
export function sums(amounts: readonly { amount: string | number | null; currency: string }[]): string {
  const totals = new Map<string, number>();
  for (const { amount, currency } of amounts)
    if (!absent(amount)) totals.set(currency, (totals.get(currency) ?? 0) + Number(amount));
  const isHome = ([currency]: [string, number]) => Number(currency === businessCurrency);
  const inOrder = [...totals].sort((one, other) => isHome(other) - isHome(one));
  return inOrder.length === 0 ? money(0) : inOrder.map(([currency, total]) => money(total, currency)).join(' + ');
}

/** An amount to be paid, to the paisa: "₹1,19,660.27", "$119,660.27". */
export const payable = (value: string | null, currency: string | null): string =>
  value === null || currency === null
    ? NOTHING
    : Number(value).toLocaleString(localeOf(currency), { style: 'currency', currency, ...TWO_DIGITS });

/** An amount of the business, rupees in crore: "4.21 Cr". */
export const crore = (amount: number): string =>
  businessCurrency === 'INR' ? `${twoDigits.format(amount / 1e7)} Cr` : money(amount);

/** A typed amount ("1,50,000", "₹ 99.50") as plain decimal text; other text comes back trimmed. */
export const typedAmount = (typed: string): string => typed.replace(/[₹,\s]/g, '');

/** `2026-11-21` as `21-11-2026`. A calendar day is never made an instant, so no time zone can shift it. */
export const date = (iso: string | null | undefined): string => {
  if (absent(iso)) return NOTHING;
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${day ?? ''}-${month ?? ''}-${year ?? ''}`;
};

/** `2026-11-21` as "21 Nov", where its year stands beside it. */
export const dayMonth = (iso: string): string =>
  `${String(Number(iso.slice(8, 10)))} ${MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''}`;

/** `2026-11-21` as "21 Nov 2026", for prose. */
export const longDate = (iso: string): string => `${dayMonth(iso)} ${iso.slice(0, 4)}`;

/** `2026-11-21` as "21 Nov", and with its year where that is another than this one. */
export const shortDay = (iso: string, today = businessDay()): string =>
  iso.slice(0, 4) === today.slice(0, 4) ? dayMonth(iso) : longDate(iso);

/** `2026-11` as "Nov 2026". */
export const month = (iso: string): string => `${MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''} ${iso.slice(0, 4)}`;

export const monthNames: readonly string[] = MONTHS;

/** The month `steps` after (or before) `yyyy-mm`. */
export const stepMonth = (iso: string, steps: number): string => {
  const count = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1 + steps;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
};

const dayCount = (iso: string): number =>
  Date.UTC(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8, 10))) / DAY_MS;

const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const;

/** The same with its weekday: "Fri 27 Nov", "Fri 1 Jan 2027". The first day that is counted was a Thursday. */
export const weekday = (iso: string): string => `${WEEKDAYS[dayCount(iso) % 7] ?? ''} ${shortDay(iso)}`;

const days = (count: number): string => (count === 1 ? '1 day' : `${String(count)} days`);

/** How a day lies to the business day `today`: "today", "in 2 days", "9 days late". */
export const due = (iso: string, today: string): string => {
  const distance = dayCount(iso) - dayCount(today);
  if (distance === 0) return 'today';
  return distance > 0 ? `in ${days(distance)}` : `${days(-distance)} late`;
};

/** How many days lie between a day and a later one. */
export const daysBetween = (iso: string, later: string): number => dayCount(later) - dayCount(iso);

/** How many days a day lies back at the business day `today`: "Today", "3 days". */
export const age = (iso: string, today: string): string => {
  const past = daysBetween(iso, today);
  return past <= 0 ? 'Today' : days(past);
};

/** An instant (ISO 8601) as "21 Nov 2026, 14:05" where the business is. */
export const instant = (iso: string | null | undefined): string => {
  if (absent(iso)) return NOTHING;
  const parts = instants.formatToParts(Date.parse(iso));
  const {
    day = '',
    month: at,
    year = '',
    hour = '',
    minute = '',
  } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  // The browser's own short months are not ours: it writes "Sept".
  return `${day} ${MONTHS[Number(at) - 1] ?? ''} ${year}, ${hour}:${minute}`;
};

const MINUTE_MS = 60_000;
const agos = new Intl.RelativeTimeFormat('en-IN');

/** How many days of the business's calendar lie between two moments (milliseconds since 1970). */
export const calendarDays = (from: number, to: number): number => daysBetween(businessDay(from), businessDay(to));

/**
 * How long ago an instant (ISO 8601) was at `now` (milliseconds since 1970): "just now", "3 hours ago", and from one day on
 * by the calendar, as a day is counted that is written beside it. What is still to come is told with its day.
 */
export const ago = (iso: string, now: number): string => {
  const then = Date.parse(iso);
  const minutes = Math.floor((now - then) / MINUTE_MS);
  // Clocks differ by some seconds.
  if (minutes < -1) return instant(iso);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return agos.format(-minutes, 'minute');
  if (minutes < 24 * 60) return agos.format(-Math.floor(minutes / 60), 'hour');
  return agos.format(-Math.max(1, calendarDays(then, now)), 'day');
};

/** "312 rows", "1 row". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** The beginning of a long text. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
