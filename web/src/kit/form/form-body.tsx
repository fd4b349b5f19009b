import { Alert } from '../feedback/alert.tsx';
import type { FormState } from './form.ts';
import classes from './form.module.css';
import { useEffect, type ReactNode } from 'react';
import { useKeysWithin } from '../keyboard/use-keys-within.ts';

interface Props<Values> {
  form: FormState<Values>;
  children: ReactNode;
  /** Says once what the star means; for forms that have one. */
  explainStar?: boolean;
}

/** Ctrl+Enter presses the button that sends the form; of several the last one, which goes on. */
function sendByKey(event: KeyboardEvent, form: HTMLElement): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  const buttons = [...form.elements].filter(
    (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === 'submit',
  );
  buttons.at(-1)?.click();
}

/** Whether a message says by itself which field it is about. */
const isNamedIn = (message: string, label = ''): boolean => plain(message).includes(plain(label));
const plain = (text: string): string => text.toLowerCase().replaceAll('-', '');

/** A form with its messages on top: why sending failed and, from two wrong fields on, a list that leads to each. */
export function FormBody<Values>({ form, children, explainStar = false }: Props<Values>) {
  const formId = form.fieldId('form');
  const box = useKeysWithin<HTMLFormElement>(sendByKey);
  useEffect(() => {
    if (form.problem === undefined) return;
    document.getElementById(formId)?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [form.problem, formId]);
  const faults = Object.entries(form.errors);
  const onScreen = faults.filter(([name]) => name in (form.values as object));
  const elsewhere = faults.filter(([name]) => !(name in (form.values as object)));
  return (
    <form
      ref={box}
      id={formId}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.problem !== undefined && <Alert>{form.problem}</Alert>}
      {(onScreen.length > 1 || elsewhere.length > 0) && (
        <Alert>
          <ul className={classes.faults}>
            {onScreen.map(([name, message]) => (
              <li key={name}>
                <a
                  href={`#${form.fieldId(name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(form.fieldId(name))?.focus();
                  }}
                >
                  {isNamedIn(message, form.labels[name]) ? null : <b>{form.labels[name]}: </b>}
                  {message}
                </a>
              </li>
            ))}
            {elsewhere.map(([name, message]) => (
              <li key={name}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      {explainStar && <p className={classes.star}>* needed</p>}
      {children}
    </form>
  );
}
