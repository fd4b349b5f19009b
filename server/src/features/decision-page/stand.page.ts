import type { Outcome } from '@desk/contract/rules/instruction';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { ifNothingIsDone } from '@desk/contract/rules/renewal-default';
import { arrangedWords, cameToNothing, wishWords } from '@desk/contract/words/own-wish';
import { html, NOTHING, type Markup } from '../../platform/html/markup.ts';
import { callUs } from './frame.page.ts';
import { isFormOpen, isToDecide, type LineView, type OfferView } from './rules.ts';
import type { Form } from './sum.page.ts';
import { longDay, money, termWords, weekday } from './words.page.ts';

const ENDING: Readonly<Record<IfNobodyActs, string>> = {
  ...{ renews: 'Your licences renew', shrinks: 'Your licences renew', proposed: 'Your licences renew' },
  ...{ ends: 'Your licences end', suspended: 'Your licences are suspended' },
  ...{ flexible: 'Your term ends', nothing: 'Your term ends', unknown: 'Your term ends' },
};

const ARRANGED: Readonly<Record<Outcome, string>> = {
  ...{ renew: 'Your licences renew', proposed: 'Your licences renew', flexible: 'Your licences go on' },
  end: 'Your licences end',
};

/** What comes at the end of the term: as they or we decided, else what comes by itself. Who reads nothing else is to know it. */
export function endingWords(line: LineView): string {
  const { decision, arranged, ifNobodyActs, plan } = line;
  if (arranged) return ARRANGED[arranged.outcome];
  if (!decision || isToDecide(line)) return ENDING[ifNobodyActs];
  // What became of it is over by now, and was told by whoever arranged it.
  if (decision.kind === 'talk' || cameToNothing(line.wish)) return 'Your term ends';
  if (decision.kind === 'do_not_renew') return 'Your licences end';
  return plan === 'FLEXIBLE' && decision.kind === 'renew' ? 'Your licences go on' : 'Your licences renew';
}

/** What follows "If you do nothing,". */
function byItself(line: LineView): string {
  const { renewalType, plan, daysLeft, bought, ifNobodyActs, seatsIfNobodyActs } = line;
  const sentence = ifNothingIsDone({
    ...{ renewal_type: renewalType, plan_name: plan, days_left: daysLeft, bought_seats: bought },
    ...{ if_nobody_acts: ifNobodyActs, seats_if_nobody_acts: seatsIfNobodyActs },
  });
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const changeLink = (line: LineView): Markup =>
  line.standing === 'open' && !isFormOpen(line) ? html` <a href="?change=${line.renewalId}">Change it</a>` : NOTHING;

/** What of a line the words about wishes are made of. */
const dated = ({ from, lastDay, ifNobodyActs, wish, arranged, standing }: LineView) => ({
  standing: standing === 'closed' ? ('decided' as const) : ('due' as const),
  ...{ renewal_date: from, last_safe_day: lastDay, if_nobody_acts: ifNobodyActs, wish, arranged },
});

const sumWords = (line: LineView, amount: string | null, currency: string): string =>
  amount === null ? '' : ` ${money(amount, currency)} ${termWords(line)}, plus tax.`;

/** What somebody has still to do something about stands out. */
const classOf = (wish: LineView['wish']): string =>
  cameToNothing(wish) || wish?.state === 'blocked' ? 'note' : 'done';

/** What they have decided, and what became of it. */
function decidedNote(line: LineView, { currency, today }: OfferView): Markup {
  const { decision, wish, arranged } = line;
  if (!decision) return NOTHING;
  const isNone = decision.kind === 'talk' || cameToNothing(wish);
  const sum = isNone ? '' : sumWords(line, decision.amount, currency);
  const became = wishWords(dated(line), { date: longDay, today });
  return html`<p class="${arranged ? 'quiet' : classOf(wish)}">
    <b>${isNone ? 'Asked' : 'Decided'}: ${decision.words}.</b>${sum} By ${decision.by} on
    ${longDay(decision.day)}.${became === undefined ? '' : ` ${became}`}${changeLink(line)}
  </p>`;
}

/** What we have decided for them, and how that stands. */
function arrangedNote(line: LineView, { currency, today }: OfferView): Markup {
  const words = arrangedWords(dated(line), { date: longDay, today });
  if (words === undefined) return NOTHING;
  const sum = sumWords(line, line.arrangedAmount, currency);
  return html`<p class="${classOf(line.arranged)}">
    <b>Arranged for the next term:</b> ${words}${sum}${line.decision ? NOTHING : changeLink(line)}
  </p>`;
}

function deadlineNote(form: Form): Markup {
  const { line, config } = form;
  const { standing, decision, arranged, lastDay } = line;
  if (standing === 'closed')
    return decision || arranged
      ? NOTHING
      : html`<p class="note">This is settled. Do you want something else? Please ${callUs(config)}.</p>`;
  if (standing === 'too late')
    return html`<p class="note"><b>The last day to decide was ${longDay(lastDay)}.</b> Please ${callUs(config)}.</p>`;
  if (!isToDecide(line)) return html`<p class="quiet">You can change it until ${weekday(lastDay)}.</p>`;
  return html`<p class="note"><b>Please decide by ${weekday(lastDay)}.</b> If you do nothing, ${byItself(line)}</p>`;
}

/** How a subscription stands, and until when it can be decided; what was asked for stands below what was arranged in its place. */
export const standNotes = (form: Form): Markup =>
  html`${arrangedNote(form.line, form.offer)}${decidedNote(form.line, form.offer)}${deadlineNote(form)}`;
