import { useState } from 'react';
import type * as z from 'zod/mini';
import { useClosing } from '../dialog/use-closing.tsx';
import { clearDraft, isSame, keepTyped, readDraft } from './drafts.ts';
import { useSchemaForm, type FormSchema, type ValuesOf } from './form.ts';

interface Options<Schema extends FormSchema> {
  /** Under which name what is typed survives a reload or the end of the session. */
  draft: string;
  schema: Schema;
  start: ValuesOf<Schema>;
  send: (output: z.output<Schema>, sent: ValuesOf<Schema>) => Promise<unknown>;
  onClose: () => void;
  /** What was typed beside the form would be lost, too. */
  isUnsaved?: boolean;
  /** Where it is something else than the form that is sent. */
  isSending?: boolean;
}

/** The form of a dialog: what is typed is kept as a draft until it is sent, and closing asks once before it is lost. */
export function useDialogForm<Schema extends FormSchema>(options: Options<Schema>) {
  const { draft, schema, start, send, onClose, isUnsaved = false, isSending } = options;
  const [opened] = useState(() => ({ start, first: readDraft(draft, start) }));
  const form = useSchemaForm({
    schema,
    start: opened.first,
    send,
    onChange: (values) => keepTyped(draft, values, start),
  });
  const forget = () => clearDraft(draft);
  const closing = useClosing({
    isUnsaved: isUnsaved || !isSame(form.values, opened.start),
    isSending: isSending ?? form.pending,
    onClose: () => {
      forget();
      onClose();
    },
  });
  return { form, forget, ...closing };
}
