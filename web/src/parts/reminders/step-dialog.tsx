import { LONGEST_TEXT, MOST_DAYS, stepFaults, type ReminderStep } from '@desk/contract/renewal-work/reminders';
import { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { PLACEHOLDERS } from '@desk/contract/rules/reminder-text';
import { Segment } from '@desk/contract/words/lists';
import { ContactRole, ReminderChannel, ReminderPurpose, ReminderRecipient } from '@desk/contract/words/reach';
import * as z from 'zod/mini';
import { ChipsField } from '../../kit/form/chips-field.tsx';
import { NumberField, ParagraphField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { CHANNELS, draftOf, OUTCOMES, PURPOSES, RECIPIENTS } from './reminder-words.ts';
import classes from './reminders.module.css';

const DAYS = `Enter a whole number of days up to ${String(MOST_DAYS)}`;
const Typed = z
  .object({
    days_before: z.string().check(
      z.trim(),
      z.refine((typed) => /^\d{1,3}$/.test(typed) && Number(typed) <= MOST_DAYS, DAYS),
    ),
    ...{ purpose: ReminderPurpose, channel: ReminderChannel, to: ReminderRecipient },
    ...{ outcomes: z.array(z.string()), segments: z.array(z.string()) },
    subject: z.string().check(z.trim(), z.maxLength(150, 'At most 150 characters')),
    text: z.string().check(z.trim(), z.maxLength(LONGEST_TEXT, `At most ${String(LONGEST_TEXT)} characters`)),
  })
  .check(
    z.check((ctx) => {
      for (const [path, message] of Object.entries(stepFaults(ctx.value)))
        if (message !== undefined) ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
    }),
  );
type Values = ValuesOf<typeof Typed>;

/** What a new step begins with. */
const BEGINS = {
  decision: { to: 'first', subject: 'Renewal of {domain} on {renewal_date}', text: '' },
  payment: {
    to: 'payer',
    subject: 'Payment for your renewal of {domain}',
    text: `Thank you for your decision about {domain} ({product}). We have not received the payment of {owed} yet:

{invoices}

Please pay by {last_day}, so that we can renew in time. If you have paid in these days, thank you: there is nothing more to do.`,
  },
} as const satisfies Record<ReminderPurpose, Partial<Values>>;

const NEW: Values = {
  ...{ days_before: '', purpose: 'decision', channel: 'Email', outcomes: [], segments: [] },
  ...BEGINS.decision,
};

/** The form whose choice of a purpose brings what goes with it; what was written already stays. */
function bringing(form: FormState<Values>): FormState<Values> {
  const { purpose: before, subject, text } = form.values;
  const choose = (purpose: ReminderPurpose) => {
    const was = BEGINS[ReminderPurpose.parse(before)];
    const begins = BEGINS[purpose];
    form.set('channel', 'Email');
    form.set('to', begins.to);
    // A step by WhatsApp has neither.
    if (subject === was.subject || subject === '') form.set('subject', begins.subject);
    if (text === was.text || text === '') form.set('text', begins.text);
  };
  return {
    ...form,
    set: (name, value) => {
      form.set(name, value);
      if (name === 'purpose' && value !== before) choose(ReminderPurpose.parse(value));
    },
  };
}

const valuesOf = (step: ReminderStep | undefined): Values =>
  step === undefined ? NEW : { ...step, days_before: String(step.days_before) };

function stepOf(
  { days_before, outcomes, segments, ...typed }: z.output<typeof Typed>,
  key: string | null,
): ReminderStep {
  const isWhatsApp = typed.channel === 'WhatsApp';
  return {
    ...{ ...typed, key, days_before: Number(days_before) },
    outcomes: IfNobodyActs.options.filter((one) => outcomes.includes(one)),
    segments: Segment.options.filter((one) => segments.includes(one)),
    ...(isWhatsApp && { subject: '', text: '' }),
  };
}

const isRole = (to: string): boolean => ContactRole.safeParse(to).success;

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) }));

interface Props {
  /** Left out: a new one. */
  step?: ReminderStep | undefined;
  onDone: (step: ReminderStep) => void;
  onClose: () => void;
}

/** When a step is due, for which renewals, whom it asks, and what it says. */
export function StepDialog({ step, onDone, onClose }: Props) {
  const words = step === undefined ? 'Add reminder' : 'Change reminder';
  return (
    <FormDialog
      title={words}
      schema={Typed}
      start={valuesOf(step)}
      submit={words}
      draft={draftOf(step)}
      onClose={onClose}
      aside={({ values }) => <Placeholders purpose={ReminderPurpose.parse(values.purpose)} />}
      send={(typed) => {
        onDone(stepOf(typed, step?.key ?? null));
        return Promise.resolve();
      }}
    >
      {(form) => (
        <>
          <div className={classes.two}>
            <SelectField form={bringing(form)} name="purpose" label="Asks for" options={options(PURPOSES)} />
            <NumberField form={form} name="days_before" label="Days before the last day" required />
          </div>
          {form.values.purpose === 'payment' && (
            <p className={classes.note}>
              Sent to who has decided to go on and owes something by the invoices; until then it waits.
            </p>
          )}
          <div className={classes.two}>
            {form.values.purpose === 'decision' && (
              <SelectField form={form} name="channel" label="By" options={options(CHANNELS)} />
            )}
            <SelectField
              form={form}
              name="to"
              label="To"
              options={options(RECIPIENTS)}
              help={isRole(form.values.to) ? 'Where nobody has the role: the first who can be reached.' : undefined}
            />
          </div>
          <ChipsField
            form={form}
            name="outcomes"
            label="If nobody acts it …"
            options={options(OUTCOMES)}
            whenNone="All renewals"
          />
          <ChipsField form={form} name="segments" label="Segments" options={Segment.options} whenNone="All customers" />
          <Texts form={form} />
        </>
      )}
    </FormDialog>
  );
}

const Texts = ({ form }: { form: FormState<Values> }) =>
  form.values.channel === 'WhatsApp' ? (
    <p className={classes.note}>
      By WhatsApp the approved template “renewal reminder” is sent: its words cannot be others.
    </p>
  ) : (
    <>
      <TextField form={form} name="subject" label="Subject" required />
      <div className={classes.text}>
        <ParagraphField
          form={form}
          name="text"
          label="Text"
          required
          help="An empty line begins a paragraph. Greeting and regards are there by themselves."
        />
      </div>
    </>
  );

/** What can stand in braces. */
const Placeholders = ({ purpose }: { purpose: ReminderPurpose }) => (
  <div className={classes.preview}>
    <h3>In a text</h3>
    <dl className={classes.placeholders}>
      {Object.entries(PLACEHOLDERS[purpose]).map(([name, words]) => (
        <div key={name}>
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  </div>
);
