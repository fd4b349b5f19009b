import { useEffect, useId, useState } from 'react';
import * as z from 'zod/mini';
import { useStable } from '../browser/use-stable.ts';

export type FormSchema = z.core.$ZodType<unknown, object>;

type Typed<Value> = [Value] extends [boolean]
  ? boolean
  : [Value] extends [readonly unknown[]]
    ? readonly string[]
    : string;
/** What the controls hold for a schema's input: words for everything but ticks, lists and files; '' where nothing is typed. */
export type ValuesOf<Schema extends FormSchema> = {
  [Name in keyof z.input<Schema> & string]-?: NonNullable<z.input<Schema>[Name]> extends File
    ? File | undefined
    : Typed<NonNullable<z.input<Schema>[Name]>>;
};
export type NameOf<Values, Value> = {
  [Name in keyof Values & string]: Values[Name] extends Value ? Name : never;
}[keyof Values & string];

/** What `send` throws when one field is to blame: the message stands at that field until its value is another. */
export class FieldError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = 'FieldFault';
    this.field = field;
  }
}

export interface FormState<Values> {
  readonly values: Values;
  /** What is wrong, in the order in which the fields stand. */
  readonly errors: Readonly<Record<string, string>>;
  /** What the fields with faults are called. */
  readonly labels: Readonly<Record<string, string>>;
  /** Why the last sending failed, in words for the user. */
  readonly problem: string | undefined;
  readonly pending: boolean;
  readonly dirty: boolean;
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Empties fields that still hold what was sent. False: something else stands in one of them by now, and stays. */
  readonly empty: (sent: object, ...names: readonly NameOf<Values, string | File | undefined>[]) => boolean;
  /** Checks one field now; for those that are checked on leaving them. */
  readonly check: (name: keyof Values & string) => void;
  readonly submit: () => void;
  /** Takes away why the last sending failed, where that holds no longer. */
  readonly settle: () => void;
  readonly fieldId: (name: string) => string;
}

const emptyOf = (value: unknown) => (typeof value === 'string' ? '' : undefined);

/** The same form as a piece sees it that knows some of its fields. */
export const partOf = <Part, Whole extends Part>(form: FormState<Whole>): FormState<Part> =>
  form as unknown as FormState<Part>;

function fieldErrorsOf(schema: FormSchema, values: object): Record<string, string> {
  const read = z.safeParse(schema, values);
  const faults: Record<string, string> = {};
  if (read.success) return faults;
  for (const issue of read.error.issues) faults[issue.path.join('.')] ??= issue.message;
  return faults;
}

/** Fields in the order in which they stand on the page, and what they are called there. */
function asTheyStand(names: readonly string[], fieldId: (name: string) => string) {
  const found = new Map(names.map((name) => [name, document.getElementById(fieldId(name))]));
  const comesAfter = (one: string, other: string): number => {
    const [first, second] = [found.get(one), found.get(other)];
    if (!first || !second) return Number(!first) - Number(!second);
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  };
  const labelOf = (name: string) => {
    const label = document.querySelector(`label[for="${CSS.escape(fieldId(name))}"]`);
    return label?.firstChild?.textContent ?? '';
  };
  const ordered = names.toSorted(comesAfter);
  return { names: ordered, labels: Object.fromEntries(ordered.map((name) => [name, labelOf(name)])) };
}

interface Options<Schema extends FormSchema> {
  schema: Schema;
  start: ValuesOf<Schema>;
  /** Gets what the schema makes of the values; what it throws is shown at the form or, as a `FieldFault`, at its field. What was typed stays. `sent`: the values that it was made of. */
  send: (output: z.output<Schema>, sent: ValuesOf<Schema>) => Promise<unknown>;
  onChange?: (values: ValuesOf<Schema>) => void;
}

/** Checked on submit, then again on each change of a field that was wrong. A failed submit takes the focus to the first wrong field. */
export function useSchemaForm<Schema extends FormSchema>({ schema, start, send, onChange }: Options<Schema>) {
  type Values = ValuesOf<Schema>;
  const id = useId();
  const fieldId = (name: string) => `${id}-${name}`;
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const [values, setValues] = useState<Values>(start);
  // The fields that were found wrong; what is wrong with them is asked of the schema, as long as it is.
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<{ fault: FieldError; value: unknown }>();
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState(0);
  const changed = useStable((next: Values) => onChange?.(next));
  const latest = useStable(() => values);

  useEffect(() => {
    if (failures === 0) return;
    document.getElementById(`${id}-form`)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures, id]);
  useEffect(() => {
    changed(values);
  }, [changed, values]);

  const submit = async () => {
    const { names: faults, labels: called } = asTheyStand(Object.keys(fieldErrorsOf(schema, values)), fieldId);
    setWrong(faults);
    setLabels(called);
    setProblem(undefined);
    setRefused(undefined);
    if (faults.length > 0) {
      setFailures((count) => count + 1);
      return;
    }
    setPending(true);
    try {
      await send(z.parse(schema, values), values);
    } catch (error) {
      if (error instanceof FieldError) {
        setRefused({ fault: error, value: Reflect.get(values, error.field) });
        setFailures((count) => count + 1);
      } else setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setPending(false);
    }
  };

  const found = wrong.length === 0 ? {} : fieldErrorsOf(schema, values);
  const errors = Object.fromEntries(wrong.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]]])));
  if (refused && Reflect.get(values, refused.fault.field) === refused.value)
    errors[refused.fault.field] ??= refused.fault.message;
  const form: FormState<Values> = {
    values,
    errors,
    labels,
    problem,
    pending,
    dirty: JSON.stringify(values) !== JSON.stringify(start),
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    empty: (sent, ...names) => {
      const held = latest();
      const unchanged = names.filter((name) => held[name] === Reflect.get(sent, name));
      setValues((before) => ({
        ...before,
        ...Object.fromEntries(unchanged.map((name) => [name, emptyOf(before[name])])),
      }));
      return unchanged.length === names.length;
    },
    check: (name) => {
      if (fieldErrorsOf(schema, values)[name] !== undefined) setWrong([...wrong, name]);
    },
    submit: () => {
      if (!pending) void submit();
    },
    settle: () => setProblem(undefined),
    fieldId,
  };
  return form;
}
