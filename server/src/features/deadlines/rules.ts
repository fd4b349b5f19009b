import { createHash } from 'node:crypto';
import { whatIsLost, type LostFacts, type Style } from '@desk/contract/rules/what-is-lost';
import { addDays, dayMonthYear, monthRange } from '../../platform/time/days.ts';
import { composeMail, pageUrl, type Sender } from '../../platform/mail/content.ts';
import { amountOf, oneLine } from '../../platform/mail/text.ts';

export interface Line extends LostFacts {
  readonly domain_name: string;
  readonly last_safe_day: string;
}
/** A deadline that its reader was told of, and that is none any more. */
export interface Note {
  readonly domain_name: string;
  readonly last_safe_day: string;
  readonly cause: string;
}

/** Rows of a mail, and characters of a message in a chat: what is left out is said, and stands on the screen. */
const MOST_LINES = 50;
const LONGEST_CHAT = 3_800;
/** Days that a message in the chat looks ahead. */
export const WEEK = 7;

const STYLE: Style = {
  number: (value) => value.toLocaleString('en-IN'),
  money: (value, currency) => amountOf(String(value), currency),
};

const deadlines = (count: number): string => `${count} ${count === 1 ? 'deadline' : 'deadlines'}`;
const stakeOf = ({ value, currency }: Line): string => (value === null ? '' : amountOf(value, currency));

/** Each currency apart; empty where no price is known. */
function totalOf(lines: readonly Line[]): string {
  const sums = new Map<string, number>();
  for (const { value, currency } of lines)
    if (value !== null) sums.set(currency, (sums.get(currency) ?? 0) + Number(value));
  return [...sums].map(([currency, sum]) => amountOf(String(sum), currency)).join(' and ');
}

const leftOut = (count: number): string[] =>
  count > MOST_LINES ? [`${count - MOST_LINES} more are on the screen Deadlines.`] : [];

/** Whoever may approve it often has it in no list of their own: it is said what it is to them. */
const approvalOf = (count: number): string[] =>
  count === 0 ? [] : [`${count} of them ${count === 1 ? 'waits' : 'wait'} for your approval.`];

const tableOf = (lines: readonly Line[]) => {
  const rows = lines
    .slice(0, MOST_LINES)
    .map((line) => [
      oneLine(line.domain_name),
      dayMonthYear(line.last_safe_day),
      whatIsLost(line, STYLE),
      stakeOf(line),
    ]);
  return {
    head: ['Domain', 'Last safe day', 'What is lost', 'At stake'],
    rows,
    lines: rows.map(([domain, day, lost, stake]) => `${day}  ${domain}: ${lost}${stake === '' ? '' : `, ${stake}`}`),
  };
};

const noteOf = ({ domain_name, last_safe_day, cause }: Note): string =>
  `${oneLine(domain_name)}, ${dayMonthYear(last_safe_day)}: ${cause}`;

function subjectOf(lines: readonly Line[], notes: readonly Note[], today: string): string {
  const [first] = lines;
  if (!first) return `${deadlines(notes.length)} less`;
  const late = lines.filter(({ last_safe_day }) => last_safe_day < today).length;
  const due = lines.filter(({ last_safe_day }) => last_safe_day === today).length;
  if (late === lines.length) return `${deadlines(late)} overdue`;
  if (due === lines.length) return `${deadlines(due)} today`;
  const urgent = [...(late > 0 ? [`${late} overdue`] : []), ...(due > 0 ? [`${due} today`] : [])];
  return `${deadlines(lines.length)}, ${urgent.length > 0 ? urgent.join(' and ') : `the first on ${dayMonthYear(first.last_safe_day)}`}`;
}

interface Digest {
  readonly name: string;
  readonly today: string;
  /** Sorted: the first last safe day first. */
  readonly lines: readonly Line[];
  readonly notes: readonly Note[];
  /** How many of the lines wait for the reader's approval. */
  readonly toApprove: number;
}

/** What one person is told in the morning: one mail, whatever it is about. */
export function digestMail({ name, today, lines, notes, toApprove }: Digest, sender: Sender) {
  const brand = oneLine(sender.brand);
  const total = totalOf(lines);
  return composeMail(
    `${brand}: ${subjectOf(lines, notes, today)}`,
    `Dear ${oneLine(name)},`,
    ...(lines.length === 0
      ? []
      : [
          'Something is still to be done about these, by the end of their last safe day:',
          tableOf(lines),
          ...leftOut(lines.length),
          ...approvalOf(toApprove),
          ...(total === '' ? [] : [`At stake: ${total} a year.`]),
        ]),
    ...(notes.length === 0 ? [] : ['These are off, and nothing is to be done about them:', ...notes.slice(0, MOST_LINES).map(noteOf)]), // prettier-ignore
    { button: 'Open the deadlines', href: pageUrl(sender, '/home/deadlines') },
    `Regards,\n${brand}`,
  );
}

export interface ChatLine extends Line {
  /** Who has it; null: nobody. */
  readonly owner: string | null;
}

/** In a chat these would mention people, or format what follows. */
const plain = (text: string): string => oneLine(text).replace(/[<>*_~`@]/g, '');

function chatLine(line: ChatLine): string {
  const stake = stakeOf(line);
  const parts = [whatIsLost(line, STYLE), ...(stake === '' ? [] : [stake]), plain(line.owner ?? 'nobody has it')];
  return `${dayMonthYear(line.last_safe_day)}  ${plain(line.domain_name)}: ${parts.join(', ')}`;
}

const section = (heading: string, lines: readonly ChatLine[]): string[] => {
  const total = totalOf(lines);
  return lines.length === 0
    ? []
    : [`${heading}: ${lines.length}${total === '' ? '' : `, ${total} at stake`}`, ...lines.map(chatLine)];
};

/** What is late, and due today and in the week that follows; undefined where nothing is. @param lines the first last safe day first */
export function chatText(lines: readonly ChatLine[], today: string, sender: Sender): string | undefined {
  const week = lines.filter(({ last_safe_day }) => last_safe_day <= addDays(today, WEEK));
  if (week.length === 0) return undefined;
  const of = (is: (day: string) => boolean) => week.filter(({ last_safe_day }) => is(last_safe_day));
  const [late, due, later] = [of((day) => day < today), of((day) => day === today), of((day) => day > today)];
  const rows = [...section('Overdue', late), ...section('Today', due), ...section('Next 7 days', later)];
  const [head, foot] = [`${plain(sender.brand)}: ${deadlines(week.length)}`, pageUrl(sender, '/home/deadlines')];
  const shown: string[] = [];
  let room = LONGEST_CHAT - head.length - foot.length;
  for (const row of rows) {
    room -= row.length + 1;
    if (room < 0) break;
    shown.push(row);
  }
  const rest = rows.length - shown.length;
  return [head, ...shown, ...(rest > 0 ? [`and ${rest} more`] : []), foot].join('\n');
}

/** The hours of the business in which people are told: what the morning missed follows in the same day. */
export const isTime = (minutes: number): boolean => minutes >= 8 * 60 + 30 && minutes < 18 * 60;

/** Days that the lists are about, from a business day on; both ends count. */
export interface Ranges {
  readonly today: string;
  readonly week: string;
  readonly month: string;
  readonly thisMonth: { readonly from: string; readonly to: string };
  readonly thisYear: { readonly from: string; readonly to: string };
}
export const rangesOf = (today: string): Ranges => ({
  today,
  week: addDays(today, WEEK),
  month: addDays(today, 30),
  thisMonth: monthRange(today.slice(0, 7)),
  thisYear: { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
});

/** A day as the writer of calendars takes it. */
interface CalendarDay {
  readonly id: string;
  readonly day: string;
  readonly title: string;
  readonly about: string;
  readonly url: string;
}

/** What a calendar tells of one deadline. */
interface Entry extends Line {
  readonly deadline_id: number;
  readonly renewal_id: number | null;
}

/** The last safe days as a calendar shows them: a day each, under the same id as long as there is the deadline. */
export const calendarDays = (entries: readonly Entry[], sender: Sender): CalendarDay[] =>
  entries.map((entry) => {
    const { deadline_id, domain_name, last_safe_day: day, renewal_id } = entry;
    const stake = stakeOf(entry);
    const about = [whatIsLost(entry, STYLE), ...(stake === '' ? [] : [`At stake: ${stake} a year`])].join('\n');
    const search: Record<string, string> = renewal_id === null ? {} : { renewal: String(renewal_id) };
    return {
      ...{ id: `deadline-${deadline_id}@${new URL(sender.address).hostname}`, day, about },
      title: `${oneLine(domain_name)}: last safe day`,
      url: pageUrl(sender, `/home/domain/${encodeURIComponent(domain_name)}`, search),
    };
  });

export const calendarName = ({ brand }: Sender): string => `${oneLine(brand)} deadlines`;

/** Only this is kept of the token in a calendar's address. */
export const tokenHashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
