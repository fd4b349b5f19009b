import { DAY_OUTSIDE, LONGEST_AHEAD, LONGEST_REASON } from '@desk/contract/renewal-work/next-step';
import { NextActionKind } from '@desk/contract/rules/next-action';
import * as z from 'zod/mini';
import { businessDay } from '../../kit/text/clock.ts';
import { daysLater } from './words.ts';

/** Of a form that says what is next: nothing chosen, it follows from how the renewal stands. */
export const NEXT_START = { next_kind: '', next_on: '', next_reason: '' };
export type NextValues = typeof NEXT_START;

/** The fields as a call wants them; undefined where nothing was chosen. */
const NextStep = z.pipe(
  z
    .object({
      next_kind: z.union([z.literal(''), NextActionKind]),
      next_on: z.string(),
      next_reason: z.string().check(z.trim(), z.maxLength(LONGEST_REASON, `At most ${LONGEST_REASON} characters`)),
    })
    .check((ctx) => {
      const { next_kind, next_on } = ctx.value;
      if (next_kind === '') return;
      const fault = faultOf(next_on);
      if (fault !== undefined) ctx.issues.push({ code: 'custom', message: fault, path: ['next_on'], input: next_on });
    }),
  z.transform(({ next_kind: kind, next_on: day, next_reason: reason }) =>
    kind === '' ? undefined : { kind, day, ...(reason !== '' && { reason }) },
  ),
);

function faultOf(day: string): string | undefined {
  if (day === '') return 'Enter a date';
  const today = businessDay();
  return day < today || day > daysLater(today, LONGEST_AHEAD) ? DAY_OUTSIDE : undefined;
}

/** A form's schema and what is next beside it: the faults of both stand at their own fields. */
export const withNextStep = <Schema extends z.core.$ZodType<unknown, object>>(schema: Schema) =>
  z.pipe(
    z.custom<z.input<Schema> & NextValues>(),
    z.transform((values, ctx) => {
      const { next_kind, next_on, next_reason, ...rest } = values;
      const [form, next] = [z.safeParse(schema, rest), z.safeParse(NextStep, { next_kind, next_on, next_reason })];
      for (const { error } of [form, next])
        for (const { path, message } of error?.issues ?? [])
          ctx.issues.push({ code: 'custom', path: [...path], message, input: values });
      return { form: form.data as z.output<Schema>, next: next.data };
    }),
  );
