import { useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { clearDraft, keepDraft, readDraft } from './drafts.ts';
import { FormBody } from './form-body.tsx';
import { useSchemaForm, type FormSchema, type FormState, type ValuesOf } from './form.ts';

const WIDTH = 560;

interface Options<Schema extends FormSchema> {
  /** Under which name what is typed survives a reload or the end of the session. */
  draft: string;
  schema: Schema;
  start: ValuesOf<Schema>;
  /** What it throws is shown at the form or, as a `FieldFault`, at its field. What was typed stays. */
  send: (output: z.output<Schema>) => Promise<unknown>;
  onSent: (output: z.output<Schema>) => void;
  onChange?: (values: ValuesOf<Schema>) => void;
  /** The next one is begun: what is said of the last one is over. */
  onNext: () => void;
}

/** A form on a page of its own that is filled in one time after the other. */
export function usePageForm<Schema extends FormSchema>({ draft, schema, ...given }: Options<Schema>) {
  const { send, onSent, onChange, onNext } = given;
  const [start] = useState(() => readDraft(draft, given.start));
  const form = useSchemaForm({
    schema,
    start,
    onChange: (values) => {
      if (values !== start) onNext();
      keepDraft(draft, values);
      onChange?.(values);
    },
    send: async (typed) => {
      await send(typed);
      clearDraft(draft);
      onSent(typed);
    },
  });
  const submit = () => {
    onNext();
    form.submit();
  };
  return { ...form, submit };
}

export function PageForm<Values>({ form, children }: { form: FormState<Values>; children: ReactNode }) {
  return (
    <div style={{ maxWidth: WIDTH }}>
      <FormBody form={form} explainStar>
        {children}
      </FormBody>
    </div>
  );
}
