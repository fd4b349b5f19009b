import { announcementOf } from '@desk/contract/rules/announcements';
import { decides, type InstructionState, type Outcome } from '@desk/contract/rules/instruction';
import { amountOf } from '../../platform/mail/text.ts';

/** Terms of the renewal, as far as they are known. Amounts are decimal text in `currency`. */
export interface Agreed {
  skuName: string;
  seats: number | null;
  currency: string;
  /** For all licences and the whole term. */
  price: string | null;
  /** For one licence, where that was agreed. */
  perLicence: string | null;
  /** For one licence, of the first twenty and of those above. */
  split: { upto20: string; above20: string } | null;
}

/** Columns of a renewal that say what is agreed. */
export interface Columns {
  state: 'open' | 'closed';
  confirmation_status: string | null;
  /** State of its live instruction, and what that wants; null: there is none. */
  instruction: InstructionState | null;
  wanted: Outcome | null;
  wantedSeats: number | null;
  skuName: string;
  plannedSku: string | null;
  seats: number | null;
  renewedLicences: number | null;
  price: string | null;
  currency: string;
  pricePerUser: string | null;
  upto20: string | null;
  above20: string | null;
}

/**
 * Seats of the next term: those that are set at the provider, or about to be, go before what was recorded. A flexible plan and the provider's
 * own offer name none: how many there will be is not known.
 */
function nextSeats({ instruction, wantedSeats, renewedLicences, seats }: Columns): number | null {
  return decides(instruction) ? (wantedSeats ?? renewedLicences) : (renewedLicences ?? seats);
}

/**
 * Before a customer has decided, what the subscription has now; afterwards what was recorded. A price that was for other
 * licences, or for another plan, is not told.
 */
export function agreedOf(renewal: Columns): Agreed {
  const { skuName, seats, currency, price, upto20, above20, plannedSku } = renewal;
  const now = { skuName, seats, currency, price, perLicence: null, split: null };
  if (announcementOf(renewal) !== 'tells') return now;
  const next = nextSeats(renewal);
  const isSame = next === seats && (plannedSku ?? skuName) === skuName;
  const split = upto20 === null || above20 === null ? null : { upto20, above20 };
  return {
    skuName: plannedSku ?? skuName,
    seats: next,
    currency,
    price: isSame ? price : null,
    perLicence: renewal.pricePerUser,
    split,
  };
}

/** A price in words; null where none is known. */
export function priceWords({ currency, price, perLicence, split }: Agreed): string | null {
  const money = (amount: string) => amountOf(amount, currency);
  if (split)
    return `${money(split.upto20)} for each of the first 20 licences, ${money(split.above20)} for each one above`;
  if (perLicence !== null) return `${money(perLicence)} per licence`;
  return price === null ? null : money(price);
}
