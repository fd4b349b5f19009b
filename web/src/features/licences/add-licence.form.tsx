import { MOST_SEATS } from '@desk/contract/licences';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { NumberField } from '../../kit/form/fields.tsx';
import { FieldError } from '../../kit/form/form.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { counted, date, number, shown } from '../../kit/text/format.ts';
import classes from './licences.module.css';
import { Notice } from '../../kit/feedback/notice.tsx';
import { Pairs } from '../../kit/text/pairs.tsx';
import { planWords } from '@desk/contract/words/plan-words';
import {
  addedIn,
  isMuch,
  mostToAdd,
  OutcomeWords,
  seatsNow,
  SeatsForm,
  useSecondLook,
} from '../../parts/subscriptions/seat-outcome.tsx';
import { draftOf, useSeatOrder, type LicenceDetails, type Ordered } from '../../parts/subscriptions/seat-order.ts';

const seatsForm = (most: number) =>
  SeatsForm.check(
    z.refine(({ added_seats }) => added_seats <= most, {
      path: ['added_seats'],
      error: `At most ${MOST_SEATS} seats in all: you can add ${most}`,
    }),
  );

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

interface Props extends Ordered {
  title: string;
  /** The field's initial text. */
  typedSeats: string;
  onOrdered: (orderId: number) => void;
  onClose: () => void;
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
