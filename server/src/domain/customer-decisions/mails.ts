import { callUs, composeMail, pageUrl, type Sender } from '../../platform/mail/content.ts';
import { oneLine } from '../../platform/mail/text.ts';
import { dayMonthYear } from '../../platform/time/days.ts';

interface About {
  sentence: string;
  domainName: string;
  skuName: string;
  termEnd: string;
  /** Who decided, and how: `ravi@acme.example said so in the portal`. */
  channel: string;
}

/** Tells whoever sees to the renewal; the answer goes to who decided. */
export const decisionMail = ({ sentence, domainName, skuName, termEnd, channel }: About, sender: Sender) =>
  composeMail(
    `${sender.brand}: ${domainName} decided about its renewal`,
    oneLine(sentence),
    `${skuName} of ${domainName} renews on ${dayMonthYear(termEnd)}. ${oneLine(channel)}; it stands in the follow-up history of the renewal.`,
    {
      button: 'Open the renewal',
      href: pageUrl(sender, '/home/my_renewal_domain', { month: termEnd.slice(0, 7), q: domainName }),
    },
  );

/** What was decided about one subscription, for who is told. */
export interface DecidedLine {
  readonly domainName: string;
  readonly skuName: string;
  readonly termEnd: string;
  /** `Change at renewal to 40 seats`. */
  readonly decided: string;
  /** What that comes to for the term, before taxes; undefined: nothing is told of it. */
  readonly sum?: string | undefined;
}

const withSum = (decided: string, sum: string | undefined): string =>
  sum === undefined ? decided : `${decided}, ${sum} for the term plus tax`;

const listOf = (lines: readonly DecidedLine[]) => ({
  head: ['Subscription', 'Renews on', 'Decided'],
  rows: lines.map(({ domainName, skuName, termEnd, decided, sum }) => [
    `${oneLine(skuName)} of ${oneLine(domainName)}`,
    dayMonthYear(termEnd),
    oneLine(withSum(decided, sum)),
  ]),
  lines: lines.map(
    ({ domainName, skuName, termEnd, decided, sum }) =>
      `${oneLine(skuName)} of ${oneLine(domainName)}, renews on ${dayMonthYear(termEnd)}: ${oneLine(withSum(decided, sum))}`,
  ),
});

const about = (lines: readonly DecidedLine[]): string => {
  const domains = [...new Set(lines.map(({ domainName }) => oneLine(domainName)))];
  return domains.length === 1 ? (domains[0] ?? '') : `${domains.length} domains`;
};

interface Confirmed {
  readonly name: string;
  readonly lines: readonly DecidedLine[];
  /** By whom something else was decided before; undefined: nothing was, or by themselves. */
  readonly before: string | undefined;
  /** Until the end of which it can be changed. */
  readonly until: string;
  /** Where they see it and can change it. */
  readonly url: string;
  /** A quote goes with it. */
  readonly hasQuote: boolean;
}

/** To who decided: what we have understood, and how to change it. */
export const confirmationMail = ({ name, lines, before, until, url, hasQuote }: Confirmed, sender: Sender) =>
  composeMail(
    `${sender.brand}: we have your decision about ${about(lines)}`,
    `Hello ${oneLine(name)},`,
    'Thank you. This is what you decided:',
    listOf(lines),
    ...(before === undefined ? [] : [`It takes the place of what ${oneLine(before)} decided before.`]),
    `You can change it until ${dayMonthYear(until)}. Was it not you? Please ${callUs(sender)}.`,
    ...(hasQuote ? ['Our quote is attached as it was made: what you decided is what counts.'] : []),
    { button: 'See or change it', href: url },
  );

interface OtherDecision {
  readonly name: string;
  readonly lines: readonly DecidedLine[];
  /** Who decided. */
  readonly by: string;
  readonly before: string | undefined;
}

/** To everybody else who was asked: what was decided, and by whom. The newest decision counts. */
export const decidedMail = ({ name, lines, by, before }: OtherDecision, sender: Sender) =>
  composeMail(
    `${sender.brand}: ${about(lines)} is decided`,
    `Hello ${oneLine(name)},`,
    `${oneLine(by)} decided about what you were asked too:`,
    listOf(lines),
    ...(before === undefined ? [] : [`It takes the place of what ${oneLine(before)} decided before.`]),
    'You need not do anything. If you want something else, decide once more, by the link in our last mail to you or in the portal: the newest decision counts.',
  );
