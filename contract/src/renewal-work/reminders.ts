import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, day, done, id, line, paragraph } from '../fields.ts';
import { IfNobodyActs } from '../rules/if-nobody-acts.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';
import { placeholderFault } from '../rules/reminder-text.ts';
import { Segment } from '../words/lists.ts';
import { ReminderChannel, ReminderPurpose, ReminderRecipient, ReminderState, StopCause } from '../words/reach.ts';

export const MOST_STEPS = 20;
export const LONGEST_TEXT = 4_000;
export const MOST_DAYS = 365;

interface Texts {
  readonly purpose: ReminderPurpose;
  readonly channel: ReminderChannel;
  readonly subject: string;
  readonly text: string;
}

/** What is wrong with how a step is written, by its field. */
export function stepFaults({ purpose, channel, subject, text }: Texts): Readonly<Record<string, string | undefined>> {
  if (channel === 'WhatsApp')
    return { channel: purpose === 'payment' ? 'A reminder of payment goes by e-mail' : undefined };
  return {
    subject: subject === '' ? 'Enter a subject' : placeholderFault(subject, purpose),
    text: text === '' ? 'Enter a text' : placeholderFault(text, purpose),
  };
}

/** A step of the policy. `key` tells it from others through all versions; a new one has none. By WhatsApp an approved template is sent, and no text. */
const Step = z
  .strictObject({
    key: z._default(z.nullable(line(60)), null),
    /** Calendar days before the last day on which the term can be decided. */
    days_before: z.int('Enter a whole number of days').check(z.gte(0), z.lte(MOST_DAYS)),
    /** A reminder of payment is sent to who has decided to go on, and owes something; it goes by e-mail. */
    purpose: z._default(ReminderPurpose, 'decision'),
    /** For terms that come to one of these if nobody acts; none: for all. */
    outcomes: z._default(z.array(IfNobodyActs).check(z.maxLength(IfNobodyActs.options.length)), []),
    segments: z._default(z.array(Segment).check(z.maxLength(Segment.options.length)), []),
    channel: ReminderChannel,
    to: ReminderRecipient,
    subject: line(150),
    text: paragraph(LONGEST_TEXT),
  })
  .check(
    z.check<Texts>((ctx) => {
      for (const [path, message] of Object.entries(stepFaults(ctx.value)))
        if (message !== undefined) ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
    }),
  );
export type ReminderStep = z.output<typeof Step>;

const steps = z.array(Step).check(
  z.maxLength(MOST_STEPS, `At most ${MOST_STEPS} steps`),
  z.refine((all) => {
    const keys = all.flatMap(({ key }) => key ?? []);
    return new Set(keys).size === keys.length;
  }, 'Each step once'),
);

const managing = { audience: 'staff', screens: ['manager_renewal_team'], roles: ['ADMIN'] } as const;
const looking = { audience: 'staff', screens: [...RENEWAL_SCREENS, 'manager_renewal_team'] } as const;
const working = { audience: 'staff', screens: RENEWAL_SCREENS, rows: 'all' } as const;
const NO_RENEWAL = 'This renewal is not there any more.';
const ofRenewal = { renewal_id: id };
const text = z.nullable(z.string());

/** What goes on a day, by the rows as they are planned now. */
const OfDay = z.object({ day: z.string(), mails: z.number(), people: z.number() });
/** So many mails of a preview are shown whole. */
export const MOST_PREVIEWED = 50;
/** So many days are looked ahead. */
export const PREVIEWED_DAYS = 14;

const Stop = z.object({ cause: StopCause, reason: z.string() });

/** A reminder of a renewal: planned, or what became of it. */
export const PlannedReminder = z.object({
  step_id: z.number(),
  /** Null: the policy has this step no longer. */
  days_before: z.nullable(z.number()),
  purpose: ReminderPurpose,
  channel: ReminderChannel,
  /** Empty: there was nobody. */
  recipient: z.string(),
  name: text,
  due_on: z.string(),
  state: ReminderState,
  stopped_by: z.nullable(StopCause),
  reason: text,
  /** An instant: when it was sent, stopped or skipped. */
  changed_at: text,
  /** Of the message of one that was sent. */
  message: z.nullable(z.object({ state: z.enum(['queued', 'sent', 'failed']), reason: text })),
});
export type PlannedReminder = z.infer<typeof PlannedReminder>;

export const reminders = {
  policy: call({
    path: 'adminpanel/get_reminder_policy/',
    ...looking,
    body: body({}),
    reply: z.object({
      /** Null: nobody has saved one, and these are the standard steps. */
      policy_id: z.nullable(z.number()),
      is_on: z.boolean(),
      steps: z.array(Step),
      /** Who saved it, and when (an instant); null: an installation begins with it. */
      saved_by: text,
      saved_at: text,
      /** Only an administrator changes it. */
      may_save: z.boolean(),
    }),
  }),
  /** Writes another version. `seen`: the one that the form started from. Reminders that were sent stay sent. */
  savePolicy: call({
    path: 'adminpanel/save_reminder_policy/',
    ...managing,
    body: body({ steps, is_on: z.boolean(), seen: z.nullable(id) }),
    reply: z.object({ policy_id: z.number() }),
    refusals: {
      409: 'Somebody has changed the reminders meanwhile. Look at them again.',
      422: 'Choose steps of this policy, and new ones.',
    },
    writes: true,
  }),
  /** What would go out by these steps if they were switched on now, about renewals as they are. Writes nothing. */
  previewPolicy: call({
    path: 'adminpanel/preview_reminder_policy/',
    ...looking,
    rows: 'all',
    body: body({ steps }),
    reply: z.object({
      /** The next day on which mails go. */
      next: OfDay,
      days: z.array(OfDay),
      mails: z.array(
        z.object({
          day: z.string(),
          channel: ReminderChannel,
          recipient: z.string(),
          name: z.string(),
          subject: text,
          text: z.string(),
          renewals: z.array(z.object({ renewal_id: z.number(), domain_name: z.string() })),
        }),
      ),
      /** Steps of these days that a rule would stop today. */
      stopped: z.number(),
    }),
  }),
  /** In the order of their days. */
  list: call({
    path: 'adminpanel/list_reminder_steps/',
    ...working,
    body: body(ofRenewal),
    reply: z.object({
      is_on: z.boolean(),
      /** Until when it can be decided. */
      last_day: z.string(),
      reminders: z.array(PlannedReminder),
      /** What beside a pause would stop one that is due today and asks to decide; `payment_stop`: to pay. */
      stop: z.nullable(Stop),
      payment_stop: z.nullable(Stop),
      /** They answered, that is settled, and reminders can go on. */
      may_remind_again: z.boolean(),
      /** `until`: its last day; null: until somebody goes on. */
      pause: z.nullable(z.object({ reason: z.string(), until: text, by: z.string(), at: z.string() })),
      is_open: z.boolean(),
    }),
    refusals: { 404: NO_RENEWAL },
  }),
  /** Nothing is sent about the renewal until then; a pause that there is becomes this one. */
  pause: call({
    path: 'adminpanel/pause_reminders/',
    ...working,
    body: body({ ...ofRenewal, reason: line(300, 'Enter Reason'), until: z.optional(z.nullable(day)) }),
    reply: done,
    refusals: {
      404: NO_RENEWAL,
      409: 'This renewal is closed. Look at the list again.',
      422: 'Choose a day from today on.',
    },
    writes: true,
  }),
  /** Ends a pause; without one, sets aside what the customer answered. Those whose day has passed meanwhile are skipped. */
  resume: call({
    path: 'adminpanel/resume_reminders/',
    ...working,
    body: body(ofRenewal),
    reply: done,
    refusals: {
      404: NO_RENEWAL,
      409: 'Nothing holds reminders of this renewal back that you could end.',
      422: 'Settle first what the customer wrote: it waits in Mail in.',
    },
    writes: true,
  }),
};
