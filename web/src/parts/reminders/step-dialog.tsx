import { LONGEST_TEXT, MOST_DAYS, type ReminderStep } from '@desk/contract/renewal-work/reminders';
import { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { placeholderFault, PLACEHOLDERS } from '@desk/contract/rules/reminder-text';
import { Segment } from '@desk/contract/words/lists';
import { ReminderChannel } from '@desk/contract/words/reach';
import * as z from 'zod/mini';
import { ChipsField } from '../../kit/form/chips-field.tsx';
import { NumberField, ParagraphField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { CHANNELS, OUTCOMES, RECIPIENTS } from './reminder-words.ts';
import classes from './reminders.module.css';

const DAYS = `Enter a whole number of days up to ${String(MOST_DAYS)}`;
const Typed = z
  .object({
    days_before: z.string().check(
      z.trim(),
      z.refine((typed) => /^\d{1,3}$/.test(typed) && Number(typed) <= MOST_DAYS, DAYS),
    ),
    ...{ channel: ReminderChannel, to: z.enum(['first', 'everybody']) },
    ...{ outcomes: z.array(z.string()), segments: z.array(z.string()) },
    subject: z.string().check(z.trim(), z.maxLength(150, 'At most 150 characters')),
    text: z.string().check(z.trim(), z.maxLength(LONGEST_TEXT, `At most ${String(LONGEST_TEXT)} characters`)),
  })
  .check(
    z.check((ctx) => {
      const { channel, subject, text } = ctx.value;
      if (channel === 'WhatsApp') return;
      const fault = (path: string, message: string | undefined) =>
        message !== undefined && ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
      fault('subject', subject === '' ? 'Enter a subject' : placeholderFault(subject));
      fault('text', text === '' ? 'Enter a text' : placeholderFault(text));
    }),
  );
type Values = ValuesOf<typeof Typed>;

const NEW: Values = {
  ...{ days_before: '', channel: 'Email', to: 'first', outcomes: [], segments: [] },
  ...{ subject: 'Renewal of {domain} on {renewal_date}', text: '' },
};

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
      onClose={onClose}
      aside={<Placeholders />}
      send={(typed) => {
        onDone(stepOf(typed, step?.key ?? null));
        return Promise.resolve();
      }}
    >
      {(form) => (
        <>
          <NumberField form={form} name="days_before" label="Days before the last day" required />
          <div className={classes.two}>
            <SelectField form={form} name="channel" label="By" options={options(CHANNELS)} />
            <SelectField form={form} name="to" label="To" options={options(RECIPIENTS)} />
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
const Placeholders = () => (
  <div className={classes.preview}>
    <h3>In a text</h3>
    <dl className={classes.placeholders}>
      {Object.entries(PLACEHOLDERS).map(([name, words]) => (
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
