import { useRef, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { Button } from '../button/button.tsx';
import { BusyButton } from '../button/busy-button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { FormBody } from './form-body.tsx';
import classes from './form.module.css';
import type { FormSchema, FormState, ValuesOf } from './form.ts';
import { useDialogForm } from './use-dialog-form.ts';

interface Props<Schema extends FormSchema> {
  title: string;
  schema: Schema;
  /** One value per field of the schema, '' where nothing is filled in. */
  start: ValuesOf<Schema>;
  /** When it resolves, the dialog closes; what it throws is shown in the dialog. */
  send: (output: z.output<Schema>) => Promise<unknown>;
  /** The words of the button that sends. */
  submit: string;
  onClose: () => void;
  /** Something else of it is being sent: until then it stays, and sends nothing. */
  locked?: boolean;
  /** Where a failure stands: below the buttons, a line each; left out, above the fields. */
  failure?: 'below';
  /** Under which name what is typed survives a reload or the end of the session. */
  draft: string;
  /** Another button that sends, and what comes once it is sent. */
  next?: { words: string; onSent: () => void } | undefined;
  /** What is to be read while it is filled in, of what is typed too: the form is then a panel at the side of the page. */
  aside?: ReactNode | ((form: FormState<ValuesOf<Schema>>) => ReactNode);
  children: (form: FormState<ValuesOf<Schema>>) => ReactNode;
}

/** A form in a dialog: closing it with something typed asks once, and while it is being sent it stays. */
export function FormDialog<Schema extends FormSchema>(props: Props<Schema>) {
  const { title, schema, start, send, submit, onClose, locked = false, failure, draft, next, aside, children } = props;
  const goesOn = useRef(false);
  const dialog = useDialogForm({
    draft,
    schema,
    start,
    onClose,
    ...(locked && { isSending: true }),
    send: async (output) => {
      await send(output);
      dialog.forget();
      if (!dialog.isThere()) return;
      onClose();
      if (goesOn.current) next?.onSent();
    },
  });
  const { form, close, question } = dialog;
  const stays = form.pending || locked;
  return (
    <>
      <Dialog
        title={title}
        busy={stays}
        onClose={close}
        stays
        aside={typeof aside === 'function' ? aside(form) : aside}
        footer={
          <>
            <Button variant="default" aria-disabled={stays} onClick={close}>
              Close
            </Button>
            <BusyButton
              type="submit"
              form={form.fieldId('form')}
              variant={next ? 'default' : 'filled'}
              busy={form.pending}
              disabled={locked}
              onClick={() => (goesOn.current = false)}
            >
              {submit}
            </BusyButton>
            {next && (
              <BusyButton
                type="submit"
                form={form.fieldId('form')}
                busy={form.pending}
                disabled={locked}
                onClick={() => (goesOn.current = true)}
              >
                {next.words}
              </BusyButton>
            )}
            {failure === 'below' && <Below problem={form.problem} />}
          </>
        }
      >
        <FormBody form={failure === 'below' ? { ...form, problem: undefined } : form}>{children(form)}</FormBody>
      </Dialog>
      {question}
    </>
  );
}

function Below({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <div role="alert" className={classes.below}>
      {problem.split('\n').map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
