import { PROPOSED_PLANS, type OfferedLine, type Proposal } from '@desk/contract/renewal-work/offers';
import { MOST_SEATS } from '@desk/contract/licences';
import { planWords } from '@desk/contract/words/plan-words';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import { clearDraft, isSame, keepTyped, readDraft } from '../../kit/form/drafts.ts';
import { useSchemaForm } from '../../kit/form/form.ts';
import { number, typedAmount } from '../../kit/text/format.ts';
import { amountWords } from './offer-words.ts';
import classes from './offers.module.css';

/** What is typed for a line; `wrong`: it cannot be offered so. */
export type Typed = Proposal | 'wrong';

const typed = z.pipe(z.string(), z.transform(typedAmount));
const Terms = z.object({
  seats: z.pipe(
    typed,
    z.string().check(
      z.regex(/^([1-9]\d{0,4})?$/, 'Enter a whole number of seats'),
      z.refine((seats) => Number(seats) <= MOST_SEATS, `At most ${number(MOST_SEATS)} seats`),
    ),
  ),
  plan_name: z.enum(['', ...PROPOSED_PLANS]),
  unit_price: z.pipe(typed, z.string().check(z.regex(/^(\d{1,10}(\.\d{1,2})?)?$/, 'Enter an amount'))),
});

function proposalOf(renewal_id: number, values: z.input<typeof Terms>): Typed {
  const read = z.safeParse(Terms, values);
  if (!read.success) return 'wrong';
  const { seats, plan_name, unit_price } = read.data;
  return {
    renewal_id,
    seats: seats === '' ? null : Number(seats),
    plan_name: plan_name === '' ? null : plan_name,
    unit_price: unit_price === '' ? null : unit_price,
  };
}

const draftOf = (renewalId: number) => `offer terms ${String(renewalId)}`;

/** What was typed for a line is sent, or given up. */
export const forgetTerms = (renewalId: number): void => clearDraft(draftOf(renewalId));

interface Props {
  line: OfferedLine;
  currency: string;
  /** `isTyped`: it is another one than stood in the fields at first. */
  onChange: (proposal: Typed, isTyped: boolean) => void;
}

const presentOf = ({ proposed, seats, plan_name, unit_price }: OfferedLine) =>
  proposed?.present ?? { seats, plan_name, unit_price };

const startOf = ({ seats, proposed }: OfferedLine): z.input<typeof Terms> => ({
  seats: String(seats),
  plan_name: PROPOSED_PLANS.find((plan) => plan === proposed?.plan_name) ?? '',
  unit_price: proposed?.unit_price ?? '',
});

const hasTerms = (line: OfferedLine): boolean => {
  const start = startOf(line);
  return readDraft(draftOf(line.renewal_id), start) !== start;
};

function Fields({ line, currency, onChange, takesFocus }: Props & { takesFocus: boolean }) {
  const draft = draftOf(line.renewal_id);
  const [present] = useState(() => presentOf(line));
  const [{ start, first }] = useState(() => ({ start: startOf(line), first: readDraft(draft, startOf(line)) }));
  const form = useSchemaForm({
    schema: Terms,
    start: first,
    // Sent with the offer.
    send: () => Promise.resolve(),
    onChange: (values) => {
      keepTyped(draft, values, start);
      onChange(proposalOf(line.renewal_id, values as z.input<typeof Terms>), !isSame(values, start));
    },
  });
  const seatsId = form.fieldId('seats');
  useEffect(() => {
    // The button that was pressed is gone.
    if (takesFocus) document.getElementById(seatsId)?.focus();
  }, [takesFocus, seatsId]);
  const plans = PROPOSED_PLANS.filter((plan) => plan !== present.plan_name);
  return (
    <fieldset className={classes.terms}>
      <legend className="visually-hidden">
        What is offered for {line.sku_name} of {line.domain_name}
      </legend>
      <NumberField checkedOnLeave form={form} name="seats" label="Seats" help={`${number(present.seats)} now`} />
      <SelectField
        form={form}
        name="plan_name"
        label="Plan and payment"
        help={`${planWords(present.plan_name)} now`}
        blank="As it is"
        options={plans.map((value) => ({ value, label: planWords(value) }))}
      />
      <NumberField
        checkedOnLeave
        form={form}
        name="unit_price"
        label="Price a seat, for the term"
        help={present.unit_price === null ? 'No price is known' : `${amountWords(present.unit_price, currency)} now`}
      />
    </fieldset>
  );
}

/** Other seats, another plan or another price for a line of an offer; shown where there are some, else at a press. */
export function ProposeTerms(props: Props) {
  const { line } = props;
  const [opened, setOpened] = useState(false);
  const [wasProposed] = useState(() => line.proposed !== null || hasTerms(line));
  if (opened || wasProposed) return <Fields {...props} takesFocus={opened} />;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`Offer other seats, plan or price for ${line.sku_name} of ${line.domain_name}`}
      onClick={() => setOpened(true)}
    >
      Other seats, plan or price
    </Button>
  );
}
