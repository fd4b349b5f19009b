import type { ReactNode } from 'react';
import type { FormState } from './form.ts';
import classes from './form.module.css';

export interface FieldProps<Values, Name> {
  form: FormState<Values>;
  name: Name;
  label: string;
  required?: boolean;
  /** Stands between the label and the control. */
  help?: string;
  /** Why the field cannot be changed here; said instead of the help. Its text can still be read and copied. */
  locked?: string;
}

/** What ties a control to its label, its help and its message. */
export function controlProps<Values>(
  form: FormState<Values>,
  name: string,
  required: boolean,
  help: string | undefined,
) {
  const id = form.fieldId(name);
  const wrong = form.errors[name] !== undefined;
  const described = [help !== undefined && `${id}-help`, wrong && `${id}-error`]
    .filter((one) => one !== false)
    .join(' ');
  return {
    id,
    name,
    className: classes.input,
    ...(required && { 'aria-required': true }),
    ...(wrong && { 'aria-invalid': true }),
    ...(described !== '' && { 'aria-describedby': described }),
  };
}

interface FrameProps<Values> {
  form: FormState<Values>;
  name: string;
  label: string;
  required: boolean | undefined;
  help: string | undefined;
  children: ReactNode;
}

/** Label above, help before the control, message below. */
export function Field<Values>({ form, name, label, required, help, children }: FrameProps<Values>) {
  const id = form.fieldId(name);
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
        {required === true && <span aria-hidden="true"> *</span>}
      </label>
      {help !== undefined && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
      {children}
      {form.errors[name] !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {form.errors[name]}
        </p>
      )}
    </div>
  );
}
