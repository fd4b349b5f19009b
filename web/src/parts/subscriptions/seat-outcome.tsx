import { licences, MOST_SEATS, type SeatPrice } from '@desk/contract/licences';
import { costOf } from '@desk/contract/rules/seat-cost';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted, date, number, payable, typedAmount } from '../../kit/text/format.ts';
import type { LicenceDetails } from './seat-order.ts';

/** Seats to add, as they are typed. */
export const SeatsForm = z.object({
  added_seats: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed): string | number => typedAmount(typed)),
    ),
    licences.add.body.shape.added_seats,
  ),
});

export const seatsNow = ({ seats, seats_at_google }: LicenceDetails) => seats_at_google ?? seats;
export const mostToAdd = (details: LicenceDetails) => MOST_SEATS - (seatsNow(details) ?? 0);

/** The valid number that is typed. */
export const addedIn = (typed: string): number | undefined => {
  const read = z.safeParse(SeatsForm, { added_seats: typed });
  return read.success ? read.data.added_seats : undefined;
};

const isAnnual = ({ subscription }: LicenceDetails) => subscription.plan_name?.startsWith('ANNUAL') === true;
const MANY = 50;
/** Seats that stay for the whole term and may be a slip of the finger. */
export function isMuch(added: number, details: LicenceDetails): boolean {
  const now = seatsNow(details) ?? 0;
  return isAnnual(details) && (added > MANY || (now > 0 && added >= now));
}

const UNPRICED = 'The price is not on our list: ask us before you buy.';
const stayWords = ({ subscription: { renewal_date } }: LicenceDetails) =>
  `These seats stay until ${renewal_date === null ? 'the term ends' : date(renewal_date)} and cannot be taken back before.`;

/** Seats of a flexible plan are a ceiling: what is used is paid for. */
function ceilingWords(added: number, details: LicenceDetails): string {
  const now = seatsNow(details) ?? 0;
  const most = `At most ${number(now)} → ${counted(now + added, 'seat')}; you pay for the seats in use`;
  if (!details.price) return `${most}. ${UNPRICED}`;
  const cost = payable(costOf(added, details.price), details.price.currency);
  return `${most}, up to ${cost} more a month, before taxes`;
}

function costWords(added: number, price: SeatPrice | null): string {
  if (!price) return UNPRICED;
  const cost = payable(costOf(added, price), price.currency);
  const each = `${counted(added, 'seat')} × ${payable(price.yearly, price.currency)} a year, our list price`;
  return price.until === null
    ? `${each}, billed monthly: ${cost} a month, before taxes`
    : `${each} until ${date(price.until)} (${counted(price.days, 'day')}): ${cost}, before taxes`;
}

/** What an order comes to: the total, the cost, and for how long. */
export function OutcomeWords({ added, details }: { added: number; details: LicenceDetails }) {
  const now = seatsNow(details) ?? 0;
  if (added > mostToAdd(details))
    return (
      <p>
        Google sells at most {counted(MOST_SEATS, 'seat')} of a subscription, and that would be {number(now + added)}:
        you can add {number(mostToAdd(details))}.
      </p>
    );
  if (details.subscription.plan_name === 'FLEXIBLE') return <p>{ceilingWords(added, details)}</p>;
  return (
    <>
      <p>
        New total: <strong>{counted(now + added, 'seat')}</strong>
      </p>
      <p>{costWords(added, details.price)}</p>
      {isAnnual(details) && <p>{stayWords(details)}</p>}
    </>
  );
}

/** A second look before many seats are bought: resolves with the answer. */
export function useSecondLook(details: LicenceDetails) {
  const [asked, setAsked] = useState<{ added: number; answer: (yes: boolean) => void }>();
  const ask = (added: number) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        added,
        answer: (yes) => {
          setAsked(undefined);
          resolve(yes);
        },
      });
    });
  const question = asked && (
    <Confirm
      title={`Add ${counted(asked.added, 'seat')}?`}
      yes={`Add ${counted(asked.added, 'seat')}`}
      onYes={() => asked.answer(true)}
      no="Go back"
      onNo={() => asked.answer(false)}
    >
      <OutcomeWords added={asked.added} details={details} />
    </Confirm>
  );
  return { ask, question };
}
