import type { Calendar } from './calendar.ts';
import type { AtProvider, Wish } from './seen.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-12` as `12 Nov 2026`. */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** An instant's business day in words. */
export const onDay = (at: number, { dayOf }: Calendar): string => dayWords(dayOf(at));

export const seatWords = (seats: number): string => `${seats} ${seats === 1 ? 'seat' : 'seats'}`;

export function wishWords(wish: Wish): string {
  switch (wish.outcome) {
    case 'renew':
      return `renew ${seatWords(wish.seats)}`;
    case 'flexible':
      return 'flexible';
    case 'end':
      return 'end';
  }
}

/** What the provider has, as a list within a sentence. */
export function standingWords({ plan, status, seats, licensed, renewalType }: AtProvider): string {
  if (plan === 'GONE') return 'gone to somebody else';
  const next = renewalType === null ? '' : `, ${renewalType}`;
  return `${plan} ${status}, ${seatWords(seats)} (${licensed} assigned)${next}`;
}
