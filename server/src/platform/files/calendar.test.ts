import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCalendar, type CalendarDay } from './calendar.ts';

const head = { name: 'Desk deadlines', product: '-//Desk//Deadlines//EN', now: new Date('2026-11-23T06:00:01.234Z') };
const dayOf = (own: Partial<CalendarDay> = {}): CalendarDay => ({
  ...{ id: 'deadline-7@desk.example', day: '2026-12-31', title: 'acme.example: last safe day' },
  ...{ about: 'Renews all 25', url: 'https://desk.example/home/domain/acme.example?renewal=9' },
  ...own,
});

/** As a calendar reads it: lines put together again, then names and values. */
const linesOf = (text: string) =>
  text
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    });
const valuesOf = (text: string, wanted: string) => linesOf(text).flatMap(([name, value]) => (name === wanted ? value : [])); // prettier-ignore
const read = (value: string): string => value.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

test('a calendar is named, says who wrote it and how often to look again, and holds a day with its link for each', async () => {
  expect(linesOf(await writeCalendar([dayOf()], head))).toEqual([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['CALSCALE', 'GREGORIAN'],
    ['PRODID', '-//Desk//Deadlines//EN'],
    ['METHOD', 'PUBLISH'],
    ['X-WR-CALNAME', 'Desk deadlines'],
    ['X-PUBLISHED-TTL', 'PT1H'],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
    ['BEGIN', 'VEVENT'],
    ['UID', 'deadline-7@desk.example'],
    ['SUMMARY', 'acme.example: last safe day'],
    ['DTSTAMP', '20261123T060001Z'],
    ['DTSTART;VALUE=DATE', '20261231'],
    ['DTEND;VALUE=DATE', '20270101'],
    ['DESCRIPTION', 'Renews all 25'],
    ['URL', 'https://desk.example/home/domain/acme.example?renewal=9'],
    ['TRANSP', 'TRANSPARENT'],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ]);
});

test('without a day it is a calendar too', async () => {
  const lines = linesOf(await writeCalendar([], head));
  expect(lines.at(-1)).toEqual(['END', 'VCALENDAR']);
  expect(lines.filter(([, value]) => value === 'VEVENT')).toEqual([]);
});

test('however many there are, each stands in it once and in order, and at one time it is the same text', async () => {
  const ids = Array.from({ length: 34 }, (_, at) => `deadline-${1_000 - at}@desk.example`);
  const days = ids.map((id) => dayOf({ id }));
  const text = await writeCalendar(days, head);
  expect(valuesOf(text, 'UID')).toEqual(ids);
  expect(valuesOf(text, 'BEGIN').filter((value) => value === 'VCALENDAR')).toHaveLength(1);
  expect(await writeCalendar(days, head)).toBe(text);
});

test('whatever the texts are, a calendar reads them as they were, in lines of 75 octets', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, title, second) => {
      const about = `At stake: INR 30,000.00\n${second}`;
      const written = await writeCalendar([dayOf({ title, about })], { ...head, name });
      for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(written).not.toMatch(/[^\r]\n|\r[^\n]/);
      const texts = ['X-WR-CALNAME', 'SUMMARY', 'DESCRIPTION'].map((one) => valuesOf(written, one).map(read));
      expect(texts).toEqual([[name], [title], [about]]);
    }),
    { numRuns: 200 },
  );
});

test.each(['http://my_desk:3000/', 'http://[::1]:3000/'])(
  'at %s, which the library takes for no address, the days stand without links',
  async (url) => {
    const text = await writeCalendar([dayOf({ url })], head);
    expect([valuesOf(text, 'DTSTART;VALUE=DATE'), valuesOf(text, 'URL')]).toEqual([['20261231'], []]);
  },
);
