import { businessTimeZone } from './business.ts';

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: businessTimeZone, dateStyle: 'short' });

/** The browser's clock, asked here and nowhere else; milliseconds since 1970. */
export const now = (): number => Date.now();

/** The business day of an instant, `yyyy-mm-dd`, wherever the browser stands. */
export const businessDay = (at: number = now()): string => DAY.format(at);

/** The business day of an instant as calls have it (ISO 8601 in UTC): it is another one than the text begins with until half past five in India. */
export const businessDayOf = (instant: string): string => businessDay(Date.parse(instant));

export const businessMonth = (at: number = now()): string => businessDay(at).slice(0, 7);
