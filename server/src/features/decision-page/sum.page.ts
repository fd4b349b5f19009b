import { planWords } from '@desk/contract/words/plan-words';
import type { SeatSum } from '@desk/contract/rules/seat-sum';
import { inSeats } from '@desk/contract/words/seats';
import type { Config } from '../../config.ts';
import { html, NOTHING, type Markup } from '../../platform/html/markup.ts';
import type { Fault, LineView, OfferView, ToConfirm, Typed } from './rules.ts';
import { costWords, money, priceWords, seatPriceWords, termWords } from './words.page.ts';

/** What the form of a line begins with: as it was typed, else what is suggested. */
export interface Form {
  readonly line: LineView;
  readonly offer: OfferView;
  readonly config: Config;
  /** The key of the form. */
  readonly key: string;
  readonly typed: Typed;
  readonly fault: Fault | undefined;
  /** The number of seats that is taken once it is confirmed with its sum. */
  readonly toConfirm: ToConfirm | undefined;
}

/** The number in the field whose sum the page shows: that which is to be confirmed, or with which the form begins. */
export function shownSum({ line, typed, toConfirm }: Form): SeatSum | undefined {
  if (toConfirm) return toConfirm;
  const { seats, amount } = line.suggestion ?? { seats: line.bought, amount: line.amount };
  const isUntouched = typed['seats'] === undefined && line.plan !== 'FLEXIBLE' && seats > 0;
  return isUntouched && amount !== null ? { seats, amount } : undefined;
}

/** What the number in the field costs, and how one learns what another costs; a plan for a year in place of a flexible one has no price yet. */
export function seatsCost(form: Form): Markup {
  const { line, offer, toConfirm } = form;
  if (line.amount === null || line.plan === 'FLEXIBLE') return NOTHING;
  const sum = shownSum(form);
  const words = sum ? `${costWords(line, sum.seats, sum.amount, offer.currency)}, plus tax. ` : '';
  const others = toConfirm ? '' : `You see the sum ${sum ? 'of another number ' : ''}before you confirm it.`;
  return html`<small>${words}${others}</small>`;
}

const inPlan = (seats: number, plan: string): string => `${inSeats(seats)}, ${planWords(plan)}`;

/** The number that is chosen, and what it costs: the sum once it is to be confirmed, before that the price of a seat. */
function changeBar({ line, offer, toConfirm }: Form): { number: string; price: Markup; button: string } {
  if (toConfirm) {
    const { seats, amount } = toConfirm;
    const price = html`<b>${money(amount, offer.currency)}</b> ${termWords(line)}, plus tax`;
    return { number: inSeats(seats), price, button: inSeats(seats) };
  }
  const known = line.amount === null ? '' : ` ${termWords(line)}, plus tax`;
  const price = html`<b>${seatPriceWords(line, offer.currency)}</b>${known}`;
  return { number: 'The number that you choose', price, button: 'this number' };
}

export function sendBar(form: Form): Markup {
  const { line, offer, toConfirm } = form;
  const { bought, amount, offered } = line;
  const tax = amount === null ? '' : ' plus tax';
  const offeredTax = (offered?.amount ?? null) === null ? '' : ' plus tax';
  const change = changeBar(form);
  const focus =
    toConfirm && form.typed['step'] === undefined ? html` autofocus aria-describedby="sum-${toConfirm.form}"` : NOTHING;
  return html`<div class="send">
    <p class="sum">
      <span class="quiet"
        ><span class="say say-offered">${offered ? inPlan(offered.seats, offered.plan) : ''}</span
        ><span class="say say-renew">${inPlan(bought, line.plan)}</span
        ><span class="say say-change">${change.number}</span></span
      >
      <span
        ><span class="say say-offered"><b>${priceWords(offered?.amount ?? null, offer.currency)}</b>${offeredTax}</span
        ><span class="say say-renew"><b>${priceWords(amount, offer.currency)}</b>${tax}</span
        ><span class="say say-change">${change.price}</span></span
      >
    </p>
    <button${focus}>
      Confirm<span class="say say-offered"> our offer</span><span class="say say-renew"> ${inSeats(bought)}</span
      ><span class="say say-change"> ${change.button}</span><span class="say say-payment"> this payment</span
      ><span class="say say-talk"> that we talk</span><span class="say say-do_not_renew"> that it ends</span>
    </button>
  </div>`;
}

/** Before the choices, as what is decided by the next press. */
export function confirmNote({ line, offer, toConfirm }: Form): Markup {
  if (!toConfirm) return NOTHING;
  const { form, seats, amount } = toConfirm;
  return html`<p class="note" role="status" id="sum-${form}">
    Please confirm: <b>${costWords(line, seats, amount, offer.currency)}</b>, plus tax. Until then nothing is decided.
  </p>`;
}
