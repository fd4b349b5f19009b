import { addYears, dayInIndia, midnightInIndia } from './calendar.ts';

/** Where the commitments of the world begin and end at midnight. Each of these midnights lies within the Indian day of the same name. */
export const TERM_ZONES = ['Asia/Kolkata', 'UTC', 'America/Los_Angeles'] as const;
export type TermZone = (typeof TERM_ZONES)[number];

const PACIFIC = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  hourCycle: 'h23',
});

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function aheadOfUtc(zone: TermZone, instant: number): number {
  if (zone === 'UTC') return 0;
  if (zone === 'Asia/Kolkata') return Date.parse(dayInIndia(instant)) - midnightInIndia(dayInIndia(instant));
  const parts = new Map(PACIFIC.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return shown - Math.floor(instant / 1_000) * 1_000;
}

/**
 * The instant at which clocks of the zone show this: `wall` is what they show, as milliseconds of a day in UTC. Only midnights are asked
 * for on the Pacific coast, where clocks change at 2 o'clock: between that and the same hour in UTC they never do.
 */
const instantOf = (zone: TermZone, wall: number): number => wall - aheadOfUtc(zone, wall);

/** The first moment of a day in a zone. */
export const midnightIn = (zone: TermZone, day: string): number => instantOf(zone, Date.parse(day));

const wallOf = (zone: TermZone, instant: number): string =>
  new Date(instant + aheadOfUtc(zone, instant)).toISOString().slice(0, -1);

/** The zone in which an instant is midnight; UTC, in which Google's console speaks, for all that are no midnight at all. */
export const zoneOf = (instant: number): TermZone =>
  TERM_ZONES.find((zone) => wallOf(zone, instant).endsWith('T00:00:00.000')) ?? 'UTC';

/** So many years on (or back) at the same wall time of the same zone; 29 February becomes the 28th where there is none. */
export function yearsOn(instant: number, years: number): number {
  const zone = zoneOf(instant);
  const [day = '', time = ''] = wallOf(zone, instant).split('T');
  return instantOf(zone, Date.parse(`${addYears(day, years)}T${time}Z`));
}
