import './words/wording.ts';
import * as z from 'zod/mini';

/** A line of text: trimmed, without control characters and halves of characters, `max` characters at most. */
export const line = (max: number, required?: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      ...(required === undefined ? [] : [z.minLength(1, required)]),
      z.maxLength(max, `At most ${max} characters`),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Control characters are not allowed'),
    );

/** Several lines of text; NUL and halves of characters are refused because PostgreSQL cannot hold them. */
export const paragraph = (max: number, required?: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      ...(required === undefined ? [] : [z.minLength(1, required)]),
      z.maxLength(max, `At most ${max} characters`),
      z.regex(/^[^\0\p{Cs}]*$/u, 'Control characters are not allowed'),
    );

/** A password as typed: never trimmed, never cut. */
export const password = z.string().check(z.maxLength(128, 'At most 128 characters'));

/** An e-mail address: NFKC-normalised, lower case, one address, ASCII: look-alike letters of other scripts are none. */
export const emailAddress = (blank: string) =>
  z.pipe(
    z.string(blank).check(z.minLength(1, blank), z.maxLength(254, 'At most 254 characters')),
    z.pipe(
      z.transform((text: string) => text.normalize('NFKC').trim().toLowerCase()),
      z
        .string()
        .check(z.regex(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Enter a valid e-mail address')),
    ),
  );

/** `yyyy-mm`, also as `yyyy-mm%`; comes out as `yyyy-mm`. */
export const month = z.pipe(
  z.string('Choose a month').check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])%?$/, 'Choose a month')),
  z.transform((text: string) => text.slice(0, 7)),
);

const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};
/** A calendar day, `yyyy-mm-dd`. */
export const day = z.string('Enter a date').check(
  z.regex(/^[12]\d{3}-\d{2}-\d{2}$/, 'Enter a date'),
  z.refine((text) => isDay(text), 'Enter a date'),
);

/** Our own key of a row. */
export const id = z.int().check(z.positive(), z.lte(2_147_483_647));

/** Of a row as it was read: whoever saves it says which one they saw. */
export const version = z.int().check(z.positive(), z.lte(2_147_483_647));

/** By which of a list's columns it is sorted; without one in the list's own order. */
export const sorting = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) => ({
  sort: z.optional(z.enum(sorts)),
  direction: z.optional(z.enum(['asc', 'desc'])),
});

/** A page of a list, from 1. */
export const page = z.optional(z.int().check(z.positive(), z.lte(1_000_000)));

/** Several keys, as a list or joined by commas; each once. */
export const idList = z.pipe(
  z.pipe(
    z.union([z.array(z.union([z.string(), z.number()])), z.string().check(z.maxLength(2_000))]),
    z.transform((given) => [...new Set((typeof given === 'string' ? given.split(',') : given).map(String))]),
  ),
  z.pipe(
    z.transform((texts: string[]) =>
      texts
        .map((text) => text.trim())
        .filter((text) => text !== '')
        .map(Number),
    ),
    z.array(id).check(z.maxLength(200)),
  ),
);

/** A phone number as people type it; at least ten characters. */
export const phoneNumber = line(20).check(
  z.minLength(1, 'Enter a phone number'),
  z.minLength(10, 'Invalid Phone Number'),
  z.regex(/^\+?[\d\s().-]+$/, 'Invalid Phone Number'),
);

/** A domain as people type it, in lower case ASCII; an IDN in its ASCII form comes from `domainName` of the server. */
export const domainText = line(253, 'Enter a domain such as company.example');

/** An amount with up to two decimals, as text so that nothing is rounded on the way. */
export const amount = z.string('Enter an amount').check(z.trim(), z.regex(/^\d{1,10}(\.\d{1,2})?$/, 'Enter an amount'));

/** Body of a call: a closed object; `email` is the caller's own and never trusted. */
export const body = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ email: z.optional(z.string().check(z.maxLength(254))), ...shape });

/** The reply of a call of which only the status is read. */
export const done = z.object({});
