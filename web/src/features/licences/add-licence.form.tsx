import type { ReplyOf } from '@desk/contract/call';
import { costOf, licences, type SeatPrice } from '@desk/contract/licences';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { NumberField } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { counted, date, number, payable, shown, typedAmount } from '../../kit/format.ts';
import { say } from '../../kit/say.ts';
import classes from '../../parts/lists.module.css';
import { planWords } from '../../parts/plan-words.ts';

export type LicenceDetails = ReplyOf<typeof licences.subscription>;

const SeatsForm = z.object({
  added_seats: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed): string | number => typedAmount(typed)),
    ),
    licences.add.body.shape.added_seats,
  ),
});
const Reasoned = z.object({ reason: z.string() });

const seatsNow = ({ seats, seats_at_google }: LicenceDetails) => seats_at_google ?? seats;

/** What is known of the subscription before anything is ordered. */
export function SeatFacts({ details }: { details: LicenceDetails }) {
  const { sku_name, plan_name, licensed_seats, renewal_date } = details.subscription;
  return (
    <dl className={classes.change}>
      <dt>Subscription</dt>
      <dd>{plan_name === null ? shown(sku_name) : `${shown(sku_name)}, ${planWords(plan_name)}`}</dd>
      <dt>Seats now</dt>
      <dd>{number(seatsNow(details))}</dd>
      <dt>In use</dt>
      <dd>{number(licensed_seats)}</dd>
      <dt>Renewal date</dt>
      <dd>{date(renewal_date)}</dd>
    </dl>
  );
}

function costWords(added: number, price: SeatPrice | null): string {
  if (!price) return 'The price is not on our list: ask us before you buy.';
  const cost = payable(costOf(added, price), price.currency);
  const each = `${counted(added, 'seat')} × ${payable(price.yearly, price.currency)} a year`;
  return price.until === null
    ? `${each}, billed monthly: ${cost} a month, before taxes`
    : `${each} until ${date(price.until)} (${counted(price.days, 'day')}): ${cost}, before taxes`;
}

/** What the order comes to, as it is typed. */
function Outcome({ typed, details }: { typed: string; details: LicenceDetails }) {
  const read = z.safeParse(SeatsForm, { added_seats: typed });
  const now = seatsNow(details) ?? 0;
  return (
    <div role="status" className={classes.outcome}>
      {read.success && (
        <>
          <p>
            New total: <strong>{counted(now + read.data.added_seats, 'seat')}</strong>
          </p>
          <p>{costWords(read.data.added_seats, details.price)}</p>
        </>
      )}
    </div>
  );
}

interface Props {
  title: string;
  domainName: string;
  details: LicenceDetails;
  /** The seats that the caller sees, which the order names. */
  seats: number;
  /** What the field starts with. */
  wish: string;
  /** The numbers are old: asks for them again. */
  onStale: () => Promise<{ data: LicenceDetails | undefined }>;
  onOrdered: (orderId: number) => void;
  onClose: () => void;
}

/** Orders more seats of a subscription; the total and the cost are told before. */
export function AddLicenceForm({ title, domainName, details, seats, wish, onStale, onOrdered, onClose }: Props) {
  const add = useSend(licences.add, { otherwise: 'Failed to add License..!!', refresh: false });
  // The form closes when it is sent, too; then the order takes its place.
  const placed = useRef<number>(undefined);
  const { subscription_id, customer_id, plan_name } = details.subscription;

  const explained = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof Refused)) return error;
    if (error.status === 409) {
      const { data } = await onStale();
      // Then the form, with what it says, gives way to the order that is under way.
      if (data?.order) say('failed', error.message);
    }
    const said = Reasoned.safeParse(error.body);
    return said.success ? new Error(`${error.message} ${said.data.reason}`) : error;
  };
  return (
    <FormDialog
      title={title}
      schema={SeatsForm}
      start={{ added_seats: wish }}
      submit="Add License"
      draft={`add-license ${subscription_id}`}
      onClose={() => {
        if (placed.current === undefined) onClose();
        else onOrdered(placed.current);
      }}
      send={async ({ added_seats }) => {
        const order = { domain_name: domainName, subscription_id, customer_id, plan_name, seats, added_seats };
        try {
          placed.current = (await add.mutateAsync(order)).order_id;
        } catch (error) {
          throw await explained(error);
        }
      }}
    >
      {(form) => (
        <>
          <SeatFacts details={details} />
          {details.seats_at_google === null && (
            <p className={classes.notice} role="status">
              Google does not answer right now: these seats are the ones that we know. You can order, and it will be
              carried out when Google answers.
            </p>
          )}
          <NumberField form={form} name="added_seats" label="Seats to add" required />
          <Outcome typed={form.values.added_seats} details={details} />
        </>
      )}
    </FormDialog>
  );
}
