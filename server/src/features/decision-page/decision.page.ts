import type { Config } from '../../config.ts';
import { html, NOTHING, type Markup } from '../../platform/html/markup.ts';
import { pageOf, type Page } from './frame.page.ts';
import { lineSection } from './line.page.ts';
import { ALL, FORWARD, isUnanswered, seenOf, type Fault, type OfferView, type ToConfirm, type Typed } from './rules.ts';
import { longDay, money } from './words.page.ts';

/** How a page is shown again: what was typed into one of its forms, and what is wrong with it. */
export interface Shown {
  /** A key for its forms. */
  readonly key: string;
  readonly typed: Typed;
  readonly fault: Fault | undefined;
  /** A number of seats that is taken once it is confirmed with its sum. */
  readonly toConfirm?: ToConfirm | undefined;
  /** The form with a number of seats that has no price, and that was only counted to. */
  readonly unpriced?: string | undefined;
  /** The renewal whose decision is to be changed. */
  readonly changing: string;
  /** What has just been done. */
  readonly done: string;
  /** To whose address it was passed on last from this link; undefined: to nobody's. */
  readonly passedOnTo?: string | undefined;
}

const waiting = ({ lines }: OfferView) => lines.filter(isUnanswered);

/** So many decide all at once, with one press. */
const SEVERAL = 2;

function doneWords(view: OfferView, { done, passedOnTo }: Shown): string | undefined {
  if (done === 'decided') {
    const left = waiting(view).length;
    const more = left === 1 ? 'One more waits' : `${String(left)} more wait`;
    return `Thank you. We have your answer, and have sent you a mail about it.${left === 0 ? '' : ` ${more} for your decision below.`}`;
  }
  if (done !== 'forwarded' || passedOnTo === undefined) return undefined;
  return `Thank you. ${passedOnTo} gets a mail with a link of their own.`;
}

const isOf = (form: string, { typed, fault, toConfirm, unpriced }: Shown) => ({
  typed: ((fault ?? toConfirm)?.form ?? unpriced) === form ? typed : {},
  fault: fault?.form === form ? fault : undefined,
  toConfirm: toConfirm?.form === form ? toConfirm : undefined,
});

function forwardForm(view: OfferView, shown: Shown): Markup {
  const { typed, fault } = isOf(FORWARD, shown);
  const wrong = fault ? html`<p class="wrong" role="alert" id="fault-forward">${fault.message}</p>` : NOTHING;
  const invalid = (field: string) =>
    fault?.field === field ? html` aria-invalid="true" aria-describedby="fault-forward" autofocus` : NOTHING;
  return html`<details${fault ? html` open` : NOTHING}><summary>Forward to a colleague</summary>
<form method="post" class="card"><input type="hidden" name="what" value="${FORWARD}" /><input type="hidden" name="key" value="${shown.key}" />
${wrong}<p class="quiet">They get a link of their own, and can decide as you can.</p>
<label class="field">Their name<input name="to_name" maxlength="100" required value="${typed['to_name'] ?? ''}"${invalid('to_name')} /></label>
<label class="field">Their e-mail<input name="to_address" type="email" maxlength="254" required value="${typed['to_address'] ?? ''}"${invalid('to_address')} /></label>
<label class="field">Your name<input name="name" maxlength="100" required value="${typed['name'] ?? view.recipient.name}"${invalid('name')} /></label>
<button>Forward</button></form></details>`;
}

/** One press for who keeps everything. */
function allForm(view: OfferView, shown: Shown): Markup {
  const open = waiting(view);
  if (open.length < SEVERAL) return NOTHING;
  const { fault } = isOf(ALL, shown);
  const wrong = fault ? html`<p class="wrong" role="alert">${fault.message}</p>` : NOTHING;
  const isOther = open.some(({ offered }) => offered !== undefined);
  const amounts = open.map(({ amount, offered }) => (offered ? offered.amount : amount));
  const sum = amounts.includes(null)
    ? ''
    : ` for ${money(
        amounts.reduce((all, one) => all + Number(one), 0),
        view.currency,
      )}`;
  return html`<form method="post" class="card">
    ${wrong}<input type="hidden" name="version" value="${view.version}" /><input
      type="hidden"
      name="key"
      value="${shown.key}"
    /><input type="hidden" name="line" value="${ALL}" /><input type="hidden" name="choice" value="offered" /><input
      type="hidden"
      name="name"
      value="${view.recipient.name}"
    /><input type="hidden" name="seen" value="${seenOf(open)}" />
    <p>
      ${isOther ? 'Is our offer right for all of them?' : 'Is everything to stay as it is?'} Or decide about each of
      them below.
    </p>
    <button>Renew all ${open.length} as they are${isOther ? ' offered' : ''}${sum}</button>
  </form>`;
}

function intro(view: OfferView): Markup {
  const [first] = view.lines;
  if (view.lines.length < 2) return NOTHING;
  return html`<div class="card">
    <p class="quiet">${view.company}</p>
    <h1>
      The term of ${view.lines.length} of your subscriptions
      ends${first && view.lines.every(({ from }) => from === first.from) ? ` on ${longDay(first.from)}` : ''}
    </h1>
  </div>`;
}

/** The page of a link that opens an offer. */
export function decisionPage(config: Config, view: OfferView, shown: Shown): Page {
  const isAlone = view.lines.length === 1;
  const done = doneWords(view, shown);
  const sections = view.lines.map((line) => {
    const form = String(line.renewalId);
    return lineSection(
      { line, offer: view, config, key: shown.key, ...isOf(form, shown) },
      { isAlone, isChanging: shown.changing === form },
    );
  });
  const forms = [FORWARD, ...view.lines.map(({ renewalId }) => String(renewalId))];
  // The form may be gone by now: a colleague has decided meanwhile.
  if (waiting(view).length >= SEVERAL) forms.push(ALL);
  const loose = shown.fault && !forms.includes(shown.fault.form);
  const forwarding = view.lines.some(({ standing }) => standing === 'open') ? forwardForm(view, shown) : NOTHING;
  return pageOf(
    config,
    'Your renewal',
    html`${done === undefined ? NOTHING : html`<p class="done" role="status">${done}</p>`}
      ${loose ? html`<p class="wrong" role="alert">${shown.fault.message}</p>` : NOTHING}${intro(view)}${allForm(view, shown)}${sections}
      <div class="links"><a class="quote" href="?quote=pdf">Quote ${view.number} (PDF)</a>${forwarding}</div>`,
  );
}
