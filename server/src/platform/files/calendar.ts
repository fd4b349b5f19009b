import type { createEvents, EventAttributes, HeaderAttributes } from 'ics';
import { mapInChunks } from '../concurrency/chunks.ts';
import { addDays } from '../time/days.ts';

/** What lasts a day, and keeps nobody from being asked for a time on it. */
export interface CalendarDay {
  /** Never another's, and the same in every calendar that has it. */
  readonly id: string;
  readonly day: string;
  readonly title: string;
  readonly about: string;
  readonly url: string;
}

interface Head {
  /** One line. */
  readonly name: string;
  readonly product: string;
  readonly now: Date;
}

/** What the library takes, and does not declare: when the calendar was written. */
type Event = EventAttributes & { timestamp: number };
type Create = typeof createEvents;

const END = 'END:VCALENDAR';
/** The library checks each event for long: other requests are served between so many. */
const AT_ONCE = 10;
const LONGEST_LINE = 75;

/** Lines of 75 octets at most, where the library counts characters: what follows begins with a space, and no character is cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const sign of line) {
    const most = parts.length === 0 ? LONGEST_LINE : LONGEST_LINE - 1;
    if (Buffer.byteLength(part + sign) > most) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part].join('\r\n ');
}

const partsOf = (day: string): [number, number, number] => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [year, month, date];
};

const eventOf = ({ id, day, title, about, url }: CalendarDay, now: Date, hasLinks: boolean): Event => ({
  ...{ uid: id, timestamp: now.getTime(), start: partsOf(day), end: partsOf(addDays(day, 1)) },
  ...{ title, description: about, transp: 'TRANSPARENT' },
  ...(hasLinks && { url }),
});

/** A calendar of the library, its lines put together again. */
function written(create: Create, events: Event[], header: HeaderAttributes = {}): string {
  const { error, value } = create(events, header);
  if (error || value === null) throw new Error('The calendar cannot be written', { cause: error });
  return value.replaceAll('\r\n\t', '');
}

/**
 * Whether the library takes the links, which are all of one host. It refuses a whole calendar for a host that it does not know as such,
 * as one with an underscore, and the days count more than links to them.
 */
const takesLinks = (create: Create, days: readonly CalendarDay[]): boolean =>
  !create(days.slice(0, 1).map(({ day, url }) => ({ start: partsOf(day), end: partsOf(day), url }))).error;

/** Days as RFC 5545 has them, by `ics`, which is loaded when the first calendar is asked for. */
export async function writeCalendar(days: readonly CalendarDay[], { name, product, now }: Head): Promise<string> {
  const { createEvents: create } = await import('ics');
  const hasLinks = takesLinks(create, days);
  const starts = days.flatMap((_, at) => (at % AT_ONCE === 0 ? at : []));
  const events = await mapInChunks(starts, (at) => {
    const some = days.slice(at, at + AT_ONCE).map((day) => eventOf(day, now, hasLinks));
    const text = written(create, some);
    return text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
  });
  // The library escapes texts of events, and not this one.
  const calName = name.replace(/[\\;,]/g, (sign) => `\\${sign}`);
  const empty = written(create, [], { productId: product, calName });
  const head = empty.slice(0, empty.lastIndexOf(END));
  const whole = `${head}REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n${events.join('')}${END}\r\n`;
  return whole.split('\r\n').map(folded).join('\r\n');
}
