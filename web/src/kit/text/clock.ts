import { businessTimeZone } from './business.ts';

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: businessTimeZone, dateStyle: 'short' });

/** The browser's clock, asked here and nowhere else; milliseconds since 1970. */
export const now = (): number => Date.now();

/** The business day of an instant, `yyyy-mm-dd`, wherever the browser stands. */
export const businessDay = (at: number = now()): string => DAY.format(at);

export const businessMonth = (at: number = now()): string => businessDay(at).slice(0, 7);
