import { planWords } from '@desk/contract/words/plan-words';
import { grouped, inSeats } from '@desk/contract/words/seats';
import { LeavingReason } from '@desk/contract/words/lists';
import { untilDecided } from '@desk/contract/words/own-wish';
import { html, NOTHING, type Markup } from '../../platform/html/markup.ts';
import { isFormOpen, isPriceAlone, NO_NUMBER, seenOf, type LineView } from './rules.ts';
import { confirmNote, seatsCost, sendBar, shownSum, type Form } from './sum.page.ts';
import { endingWords, standNotes } from './stand.page.ts';
import { costWords, longDay, money } from './words.page.ts';

const invalid = ({ fault }: Form, field: string): Markup =>
  fault?.field === field ? html` aria-invalid="true" aria-describedby="fault-${fault.form}" autofocus` : NOTHING;

interface Option {
  readonly value: string;
  readonly title: string;
  readonly text: string | Markup;
  readonly more?: Markup;
}

function option(form: Form, { value, title, text, more }: Option): Markup {
  const id = `${value}-${form.line.renewalId}`;
  const checked = form.typed['choice'] === value ? html` checked` : NOTHING;
  return html`<div class="opt">
    <input type="radio" name="choice" id="${id}" value="${value}" required${checked} />
    <label for="${id}"><b>${title}</b><small>${text}</small></label>
    ${more ? html`<div class="more">${more}</div>` : NOTHING}
  </div>`;
}

const selected = (is: boolean): Markup => (is ? html` selected` : NOTHING);
const PAYMENTS = ['ANNUAL', 'ANNUAL_YEARLY_PAY'] as const;

function paymentField(form: Form, name: 'payment' | 'other_payment', blank: string | undefined): Markup {
  const { line, typed } = form;
  const offered = PAYMENTS.filter((plan) => blank === undefined || plan !== line.plan);
  const first = blank === undefined ? NOTHING : html`<option value="">${blank}</option>`;
  const others = offered
    .filter((plan) => blank !== undefined || plan !== line.plan)
    .map((plan) => html`<option value="${plan}" ${selected(typed[name] === plan)}>${planWords(plan)}</option>`);
  return html`<label class="field"
    >Plan and payment<select name="${name}" ${invalid(form, name)}>
      ${first}${others}
    </select></label
  >`;
}

/** What the number in the field saves, where it is fewer and can be had. */
function savingWords({ line, offer, typed, toConfirm }: Form): string | Markup {
  const { suggestion, bought, used, amount } = line;
  const number = toConfirm ?? (typed['seats'] === undefined ? suggestion : undefined);
  if (!number) return used === null ? 'You say how many' : `${inSeats(used)} in use`;
  const spare = used === null ? '' : ` · ${inSeats(number.seats - used)} to spare`;
  if (number.amount === null || amount === null)
    return html`We suggest ${inSeats(number.seats)}: ${grouped(bought - (used ?? 0))} are not used${spare}`;
  const saved = Number(amount) - Number(number.amount);
  if (saved <= 0) return `${inSeats(number.seats)}${spare}`;
  return html`<span class="good">You save ${money(saved, offer.currency)}</span> with ${inSeats(number.seats)}${spare}`;
}

/** Counts by one, and asks what that comes to: without a script it is sent. Pressed again and again, it stays where the keyboard is. */
function stepButton(
  { typed, fault }: Form,
  { by, sign, label, isOff }: { by: string; sign: string; label: string; isOff: boolean },
) {
  const focus = typed['step'] === by && !fault && !isOff ? html` autofocus` : NOTHING;
  return html`<button
    name="step"
    value="${by}"
    formnovalidate
    aria-label="${label}"
    ${focus}${isOff ? html` disabled` : NOTHING}
  >
    ${sign}
  </button>`;
}

function seatsOption(form: Form): Markup {
  const { line, typed } = form;
  const proposed = line.suggestion?.seats ?? line.bought;
  const shown = typed['seats'] ?? (proposed > 0 ? String(proposed) : '');
  const isFlexible = line.plan === 'FLEXIBLE';
  // Text: a number that the browser finds wrong would keep it from sending any other choice, and the field is hidden then.
  const id = `seats-${line.renewalId}`;
  const less = stepButton(form, { by: '-1', sign: '−', label: 'One less', isOff: shown === '1' });
  const more = stepButton(form, { by: '1', sign: '+', label: 'One more', isOff: false });
  const field = html`<div class="field">
    <label for="${id}">Seats</label>
    <div class="count">
      ${less}<input
        id="${id}"
        name="seats"
        inputmode="numeric"
        maxlength="9"
        value="${shown}"
        ${invalid(form, 'seats')}
      />${more}
    </div>
  </div>`;
  const plan = isFlexible
    ? paymentField(form, 'payment', undefined)
    : paymentField(form, 'payment', `As it is (${planWords(line.plan)})`);
  const becomes = isFlexible
    ? 'It becomes a plan for a year.'
    : `We set them from ${longDay(line.from)} on, for the whole term.`;
  return option(form, {
    ...{ value: 'change', title: isFlexible ? 'Take seats for a year' : 'Renew with another number' },
    ...{ text: savingWords(form), more: html`${field}${seatsCost(form)}${plan}<small>${becomes}</small>` },
  });
}

/** What we offer in place of the present, and what it costs. */
function offeredOption(form: Form): readonly Markup[] {
  const { line, offer } = form;
  if (!line.offered) return [];
  const { seats, plan, amount } = line.offered;
  const text = costWords(line, seats, amount, offer.currency);
  return [
    option(form, {
      ...{ value: 'offered', title: `Take our offer: ${inSeats(seats)}` },
      text: plan === line.plan ? text : `${text} · ${planWords(plan)}`,
    }),
  ];
}

function renewOption(form: Form): Markup {
  const { line, offer } = form;
  const { amount, bought, plan } = line;
  const title = plan === 'FLEXIBLE' ? 'Go on as it is' : `Renew all ${inSeats(bought)}`;
  const text = plan === 'FLEXIBLE' ? planWords(plan) : costWords(line, bought, amount, offer.currency);
  return option(form, { value: 'renew', title, text });
}

function choices(form: Form): readonly Markup[] {
  const { line, typed } = form;
  const reasons = LeavingReason.options.map(
    (reason) => html`<option${selected(typed['reason'] === reason)}>${reason}</option>`,
  );
  const calls = line.assignee === null ? 'We call you' : `${line.assignee} calls you`;
  const payment = {
    ...{ value: 'payment', title: 'Renew with another payment', text: `Now: ${planWords(line.plan)}` },
    more: paymentField(form, 'other_payment', undefined),
  };
  // What they have at another price takes the place of what they have.
  return [
    ...offeredOption(form),
    ...(isPriceAlone(line) ? [] : [renewOption(form)]),
    seatsOption(form),
    ...(line.plan === 'FLEXIBLE' ? [] : [option(form, payment)]),
    option(form, {
      value: 'talk',
      title: 'Talk to us first',
      text: `${calls}. That is no decision yet: ${untilDecided(line)}`,
    }),
    option(form, {
      ...{ value: 'do_not_renew', title: 'Do not renew', text: `Its users lose the service on ${longDay(line.from)}` },
      more: html`<label class="field"
        >Why?<select name="reason" ${invalid(form, 'reason')}>
          <option value="">Choose a reason</option>
          ${reasons}
        </select></label
      >`,
    }),
  ];
}

const faultNote = ({ fault }: Form): Markup =>
  fault ? html`<p class="wrong" role="alert" id="fault-${fault.form}">${fault.message}</p>` : NOTHING;

/** Its first button is the one that Enter presses in any field: to confirm, not to count. */
function formOf(form: Form): Markup {
  const { line, offer, key, typed, fault } = form;
  return html`<form method="post">
<input type="hidden" name="version" value="${offer.version}" /><input type="hidden" name="key" value="${key}" /><input type="hidden" name="line" value="${line.renewalId}" /><input type="hidden" name="seen" value="${seenOf([line])}" /><input type="hidden" name="priced" value="${shownSum(form)?.seats ?? NO_NUMBER}" />
<button class="unseen" tabindex="-1" aria-hidden="true">Confirm</button>${faultNote(form)}${confirmNote(form)}<fieldset><legend class="unseen">What should happen?</legend>${choices(form)}</fieldset>
<details${typed['comment'] || fault?.field === 'name' ? html` open` : NOTHING}><summary>Your name, and anything that we should know</summary>
<label class="field">Your name<input name="name" autocomplete="name" maxlength="100" value="${typed['name'] ?? offer.recipient.name}"${invalid(form, 'name')} /></label>
<label class="field">Comment<textarea name="comment" rows="3" maxlength="1000">${typed['comment'] ?? ''}</textarea></label></details>
${sendBar(form)}
</form>`;
}

function usage({ used, bought }: LineView): Markup {
  if (used === null) return html`<p class="quiet">${inSeats(bought)}</p>`;
  return html`<div>
    <progress max="${Math.max(bought, used, 1)}" value="${used}" aria-label="Seats in use"></progress>
    <div class="ends quiet"><span>${grouped(used)} used</span><span>${grouped(bought)} bought</span></div>
  </div>`;
}

/** One subscription: how it stands, and the form by which it is decided. */
export function lineSection(form: Form, { isAlone, isChanging }: { isAlone: boolean; isChanging: boolean }): Markup {
  const { line } = form;
  const asks =
    line.standing === 'open' && (isFormOpen(line) || isChanging || form.fault || form.typed['step'] || form.toConfirm);
  const title = `${endingWords(line)} on ${longDay(line.from)}`;
  const head = isAlone ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`;
  return html`<section class="${isAlone ? 'alone' : 'one'}" aria-label="${line.product} of ${line.domain}">
    <div class="card">
      <p class="quiet">${line.domain} · ${line.product}</p>
      ${head}${standNotes(form)}${usage(line)}
    </div>
    ${asks ? formOf(form) : faultNote(form)}
  </section>`;
}
