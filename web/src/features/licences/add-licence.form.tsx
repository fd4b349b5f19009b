import { costOf, licences, MOST_SEATS, type SeatPrice } from '@desk/contract/licences';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { FieldError } from '../../kit/form/form.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { counted, date, number, payable, shown, typedAmount } from '../../kit/text/format.ts';
import classes from './licences.module.css';
import { Notice } from '../../kit/feedback/notice.tsx';
import { Pairs } from '../../kit/text/pairs.tsx';
import { planWords } from '@desk/contract/words/plan-words';
import { draftOf, useSeatOrder, type LicenceDetails, type Ordered } from './hooks.ts';

const SeatsForm = z.object({
  added_seats: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed): string | number => typedAmount(typed)),
    ),
    licences.add.body.shape.added_seats,
  ),
});

const seatsNow = ({ seats, seats_at_google }: LicenceDetails) => seats_at_google ?? seats;
const mostToAdd = (details: LicenceDetails) => MOST_SEATS - (seatsNow(details) ?? 0);

const seatsForm = (most: number) =>
  SeatsForm.check(
    z.refine(({ added_seats }) => added_seats <= most, {
      path: ['added_seats'],
      error: `At most ${MOST_SEATS} seats in all: you can add ${most}`,
    }),
  );

/** The valid number that is typed. */
const addedIn = (typed: string): number | undefined => {
  const read = z.safeParse(SeatsForm, { added_seats: typed });
  return read.success ? read.data.added_seats : undefined;
};

const isAnnual = ({ subscription }: LicenceDetails) => subscription.plan_name?.startsWith('ANNUAL') === true;
const MANY = 50;
/** Seats that stay for the whole term and may be a slip of the finger. */
function isMuch(added: number, details: LicenceDetails): boolean {
  const now = seatsNow(details) ?? 0;
  return isAnnual(details) && (added > MANY || (now > 0 && added >= now));
}

/** The facts of the subscription before the order. */
export function SeatFacts({ details }: { details: LicenceDetails }) {
  const { sku_name, plan_name, licensed_seats, renewal_date } = details.subscription;
  return (
    <Pairs>
      <dt>Subscription</dt>
      <dd>{plan_name === null ? shown(sku_name) : `${shown(sku_name)}, ${planWords(plan_name)}`}</dd>
      <dt>Seats now</dt>
      <dd>{number(seatsNow(details))}</dd>
      <dt>In use</dt>
      <dd>{number(licensed_seats)}</dd>
      <dt>Renewal date</dt>
      <dd>{date(renewal_date)}</dd>
    </Pairs>
  );
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
  const each = `${counted(added, 'seat')} × ${payable(price.yearly, price.currency)} a year`;
  return price.until === null
    ? `${each}, billed monthly: ${cost} a month, before taxes`
    : `${each} until ${date(price.until)} (${counted(price.days, 'day')}): ${cost}, before taxes`;
}

interface OutcomeProps {
  typed: string;
  details: LicenceDetails;
  onTyped: (added: number | undefined) => void;
}

/** Total and cost of the order, while it is typed. */
function Outcome({ typed, details, onTyped }: OutcomeProps) {
  const added = addedIn(typed);
  // The button says what it does, and stands outside of the fields.
  useEffect(() => onTyped(added), [onTyped, added]);
  return (
    <div role="status" className={classes.outcome}>
      {added !== undefined && <OutcomeWords added={added} details={details} />}
    </div>
  );
}

function OutcomeWords({ added, details }: { added: number; details: LicenceDetails }) {
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

interface Props extends Ordered {
  title: string;
  /** The field's initial text. */
  typedSeats: string;
  onOrdered: (orderId: number) => void;
  onClose: () => void;
}

/** A second look before many seats are bought: resolves with the answer. */
function useSecondLook(details: LicenceDetails) {
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

/** Orders more seats of a subscription; the total and the cost are told before. */
export function AddLicenceForm({ title, typedSeats, onOrdered, onClose, ...ordered }: Props) {
  const { details } = ordered;
  // The form closes when it is sent, too; then the order takes its place.
  const placed = useRef<number>(undefined);
  const order = useSeatOrder(ordered);
  const { ask, question } = useSecondLook(details);
  const [added, setAdded] = useState<number>();
  const most = mostToAdd(details);
  const schema = useMemo(() => seatsForm(most), [most]);
  return (
    <>
      <FormDialog
        title={title}
        schema={schema}
        start={{ added_seats: typedSeats }}
        submit={added === undefined || added > most ? 'Add License' : `Add ${counted(added, 'seat')}`}
        draft={draftOf(details)}
        onClose={() => {
          if (placed.current === undefined) onClose();
          else onOrdered(placed.current);
        }}
        send={async ({ added_seats }) => {
          if (isMuch(added_seats, details) && !(await ask(added_seats)))
            throw new FieldError('added_seats', 'Nothing is ordered yet');
          placed.current = await order(added_seats);
        }}
      >
        {(form) => (
          <>
            <SeatFacts details={details} />
            {details.seats_at_google === null && (
              <Notice live>
                Google does not answer right now: these seats are the ones that we know. You can order, and it will be
                carried out when Google answers.
              </Notice>
            )}
            <NumberField form={form} name="added_seats" label="Seats to add" required />
            <Outcome typed={form.values.added_seats} details={details} onTyped={setAdded} />
          </>
        )}
      </FormDialog>
      {question}
    </>
  );
}
