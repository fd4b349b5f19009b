import { LeavingReason, type Decision } from '@desk/contract/words/lists';
import { ownRenewals, WISHED_PLANS, type OwnRenewal } from '@desk/contract/own-renewals';
import { whyNotSeats } from '@desk/contract/rules/wished-seats';
import type { SyntheticEvent } from 'react';
import { cameToNothing, untilDecided } from '@desk/contract/words/own-wish';
import * as z from 'zod/mini';
import { ChoiceCards } from '../../kit/form/choice-cards.tsx';
import { NumberField, ParagraphField, SelectField } from '../../kit/form/fields.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { date, number, typedAmount } from '../../kit/text/format.ts';
import { costWords } from './cost-words.ts';
import classes from './decision-fields.module.css';
import { planWords } from '@desk/contract/words/plan-words';

type Body = typeof ownRenewals.decide.body;

const Typed = z.object({
  decision: z.string(),
  seats: z.string(),
  plan_name: z.string(),
  reason: z.string(),
  comment: z.string(),
});
type Values = ValuesOf<typeof Typed>;

const orNull = (text: string) => (text === '' ? null : text);
const countOf = (text: string) => {
  const plain = typedAmount(text);
  return plain === '' ? null : Number(/^\d+$/.test(plain) ? plain : Number.NaN);
};

/** The fields of a choice that was left for another one are not sent. */
const bodyOf = (renewalId: number) =>
  z.transform(({ decision, seats, plan_name, reason, comment }: Values): unknown => ({
    renewal_id: renewalId,
    decision,
    comment,
    ...(decision === 'change' && { seats: countOf(seats), plan_name: orNull(plan_name) }),
    ...(decision === 'do_not_renew' && { reason: orNull(reason) }),
  }));

/** Why so many seats cannot be had, as far as the list knows. What is no number of seats has its own words under the field. */
function whyNot(seats: number | null | undefined, { sku_name, bought_seats, used_seats }: OwnRenewal) {
  if (seats === null || seats === undefined || !(seats > 0)) return undefined;
  return whyNotSeats(seats, { product: sku_name, bought: bought_seats, used: used_seats });
}

/** The form's values as the body of the call. */
export const decisionForm = (renewal: OwnRenewal) =>
  z
    .pipe(Typed, z.pipe(bodyOf(renewal.renewal_id), ownRenewals.decide.body as z.ZodMiniType<z.output<Body>>))
    .check((ctx) => {
      const message = whyNot(ctx.value.seats, renewal);
      if (message !== undefined) ctx.issues.push({ code: 'custom', message, path: ['seats'], input: ctx.value });
    });

const UNDECIDED: Values = { decision: '', seats: '', plan_name: '', reason: '', comment: '' };

/** The form starts with the earlier decision, unless that came to nothing. */
export function previousDecision({ decision, plan_name, wish }: OwnRenewal): Values {
  if (decision === null || cameToNothing(wish)) return UNDECIDED;
  const { seats, plan_name: chosenPlan, reason, comment } = decision;
  return {
    decision: decision.decision,
    seats: String(seats ?? ''),
    plan_name: chosenPlan === null || chosenPlan === plan_name ? '' : chosenPlan,
    reason: reason ?? '',
    comment,
  };
}

const choicesFor = (renewal: OwnRenewal): readonly { value: Decision; label: string; text: string }[] => [
  {
    value: 'renew',
    label: 'Renew as it is',
    text: 'Your account manager renews it with the same seats and the same plan.',
  },
  {
    value: 'change',
    label: 'Change seats or plan at renewal',
    text: 'Your account manager prepares what you want for the renewal day.',
  },
  {
    value: 'talk',
    label: 'Talk to us first',
    text: `Your account manager gets in touch with you. That is no decision yet: ${untilDecided(renewal)}`,
  },
  {
    value: 'do_not_renew',
    label: 'Do not renew',
    text: 'Your account manager gets in touch with you about the end. Nothing ends today.',
  },
];

interface Props {
  form: FormState<Values>;
  renewal: OwnRenewal;
}

export function DecisionFields({ form, renewal }: Props) {
  const { decision } = form.values;
  return (
    <>
      <ChoiceCards form={form} name="decision" label="What should happen?" choices={choicesFor(renewal)} required />
      {decision === 'change' && <ChangeFields form={form} renewal={renewal} />}
      {decision === 'do_not_renew' && <LeavingFields form={form} renewal={renewal} />}
      <ParagraphField form={form} name="comment" label="Comment" help="Anything that we should know." />
    </>
  );
}

/** What the number that is typed costs; nothing of a number that cannot be had. Another plan has a price that nobody has offered. */
function changeCost({ values }: Props['form'], renewal: OwnRenewal): string | undefined {
  const seats = countOf(values.seats);
  const isNumber = seats === null || (Number.isSafeInteger(seats) && whyNot(seats, renewal) === undefined);
  const cost = isNumber ? costWords(renewal, seats ?? undefined) : undefined;
  return cost !== undefined && values.plan_name !== ''
    ? 'Another plan has a price of its own: we call you about it.'
    : cost;
}

/** Below the field stands what one types a number for: a low window would hide it behind the button. */
const show = ({ currentTarget }: SyntheticEvent): void => currentTarget.scrollIntoView({ block: 'nearest' });

function ChangeFields({ form, renewal }: Props) {
  const { bought_seats, plan_name, next_term } = renewal;
  // Once it stands at the field, it is not said twice.
  const warning = form.errors['seats'] === undefined ? whyNot(countOf(form.values.seats), renewal) : undefined;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- bringing what is used into sight is no control */}
      <div onFocus={show} onInput={show}>
        <NumberField
          form={form}
          name="seats"
          label="Seats"
          help={
            bought_seats === null
              ? 'Leave it empty to keep the seats that you have.'
              : `You have ${number(bought_seats)}. Leave it empty to keep them.`
          }
        />
        <p
          role="status"
          className={classes.outcome}
          data-warns={warning !== undefined || undefined}
          data-priced={Boolean(next_term) || undefined}
        >
          {warning ?? changeCost(form, renewal)}
        </p>
      </div>
      <SelectField
        form={form}
        name="plan_name"
        label="Plan"
        options={WISHED_PLANS.filter((plan) => plan !== plan_name).map((plan) => ({
          value: plan,
          label: planWords(plan),
        }))}
        blank={`Keep the plan (${planWords(plan_name)})`}
      />
    </>
  );
}

function LeavingFields({ form, renewal }: Props) {
  const { days_left, renewal_date, domain_name, sku_name } = renewal;
  return (
    <>
      <p role="status">
        {days_left < 0 ? 'When it ends' : `On ${date(renewal_date)}`}, the users of {domain_name} lose {sku_name}: they
        can no longer use the service.
      </p>
      <SelectField
        form={form}
        name="reason"
        label="Reason"
        options={LeavingReason.options}
        blank="Choose a reason"
        required
      />
    </>
  );
}
