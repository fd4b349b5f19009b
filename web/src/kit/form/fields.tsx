import { useState } from 'react';
import { flushSync } from 'react-dom';
import { labelOf, valueOf, type Option } from './edit-select.tsx';
import { controlProps, Field, type FieldProps } from './field.tsx';
import classes from './form.module.css';
import { longDate, typedAmount } from '../text/format.ts';
import type { NameOf } from './form.ts';

type TextProps<Values, Name> = FieldProps<Values, Name> & {
  type?: 'text' | 'email';
  autoComplete?: string;
};

const set = <Values, Name extends NameOf<Values, string>>({ form, name }: FieldProps<Values, Name>, text: string) =>
  form.set(name, text as Values[Name]);

const helpOf = ({ help, locked }: { help?: string; locked?: string }) => locked ?? help;

const frame = <Values, Name extends string>(props: FieldProps<Values, Name>) => ({
  form: props.form,
  name: props.name,
  label: props.label,
  required: props.required === true && props.locked === undefined,
  help: helpOf(props),
});

const control = <Values, Name extends NameOf<Values, string>>(props: FieldProps<Values, Name>) => ({
  ...controlProps(props.form, props.name, props.required === true && props.locked === undefined, helpOf(props)),
  value: props.form.values[props.name] as string,
  ...(props.locked !== undefined && { readOnly: true }),
});

export function TextField<Values, Name extends NameOf<Values, string>>(props: TextProps<Values, Name>) {
  const { type = 'text', autoComplete = 'off' } = props;
  return (
    <Field {...frame(props)}>
      <input
        {...control(props)}
        type={type}
        autoComplete={autoComplete}
        onChange={(event) => set(props, event.currentTarget.value)}
      />
    </Field>
  );
}

export function ParagraphField<Values, Name extends NameOf<Values, string>>(props: FieldProps<Values, Name>) {
  return (
    <Field {...frame(props)}>
      <textarea {...control(props)} rows={3} onChange={(event) => set(props, event.currentTarget.value)} />
    </Field>
  );
}

/** A calendar day as `yyyy-mm-dd`; said in words too, because the browser writes it in its own country's order. */
export function DateField<Values, Name extends NameOf<Values, string>>(props: FieldProps<Values, Name>) {
  const { value, ...shared } = control(props);
  return (
    <Field {...frame(props)}>
      <div className={classes.beside}>
        <input
          {...shared}
          type="date"
          autoComplete="off"
          value={value}
          onChange={(event) => set(props, event.currentTarget.value)}
        />
        {value !== '' && (
          <output className={classes.words} htmlFor={shared.id}>
            {longDate(value)}
          </output>
        )}
      </div>
    </Field>
  );
}

/** A count or an amount; "1,50,000" and "₹ 99" are understood when the field is left, and by Enter. */
export function NumberField<Values, Name extends NameOf<Values, string>>(
  props: FieldProps<Values, Name> & {
    /** It is checked on leaving it too: no button of its own sends it. */
    checkedOnLeave?: boolean;
  },
) {
  const shared = control(props);
  const normalise = () => set(props, typedAmount(shared.value));
  return (
    <Field {...frame(props)}>
      <input
        {...shared}
        className={`${classes.input ?? ''} ${classes.number ?? ''}`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => set(props, event.currentTarget.value)}
        onKeyDownCapture={(event) => {
          // The same key sends the form, with what stands in it by then.
          if (event.key === 'Enter') flushSync(normalise);
        }}
        onBlur={() => {
          normalise();
          if (props.checkedOnLeave === true) props.form.check(props.name);
        }}
      />
    </Field>
  );
}

/** Checked on leaving it, and on submit. */
/** `autoComplete` is `off` where the number is not that of whoever types. */
export function PhoneField<Values, Name extends NameOf<Values, string>>(
  props: FieldProps<Values, Name> & { autoComplete?: 'off' },
) {
  return (
    <Field {...frame(props)}>
      <input
        {...control(props)}
        type="tel"
        autoComplete={props.autoComplete ?? 'tel'}
        onChange={(event) => set(props, event.currentTarget.value)}
        onBlur={() => props.form.check(props.name)}
      />
    </Field>
  );
}

export function PasswordField<Values, Name extends NameOf<Values, string>>(
  props: FieldProps<Values, Name> & { autoComplete: 'current-password' | 'new-password' },
) {
  const [visible, setVisible] = useState(false);
  return (
    <Field {...frame(props)}>
      <div className={classes.beside}>
        <input
          {...control(props)}
          type={visible ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => set(props, event.currentTarget.value)}
        />
        <button
          type="button"
          className={classes.plain}
          aria-pressed={visible}
          aria-label={`Show ${props.label.toLowerCase()}`}
          onClick={() => setVisible(!visible)}
        >
          {visible ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  );
}

/**
 * One field for all digits: it can be pasted ("123 456") and filled in by the browser.
 * @param digits how many it takes, where a longer code is taken too
 */
export function OtpField<Values, Name extends NameOf<Values, string>>({
  digits = 6,
  ...props
}: FieldProps<Values, Name> & { digits?: number }) {
  return (
    <Field {...frame(props)}>
      <input
        {...control(props)}
        className={`${classes.input ?? ''} ${classes.otp ?? ''}`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => set(props, event.currentTarget.value.replace(/\D/g, '').slice(0, digits))}
      />
    </Field>
  );
}

export function SelectField<Values, Name extends NameOf<Values, string>>(
  props: FieldProps<Values, Name> & {
    options: readonly Option[];
    /** The words for "nothing chosen"; left out where something always is. */
    blank?: string;
  },
) {
  // A list of choices cannot be read-only.
  const { readOnly, ...shared } = { readOnly: false, ...control(props) };
  return (
    <Field {...frame(props)}>
      <select {...shared} disabled={readOnly} onChange={(event) => set(props, event.currentTarget.value)}>
        {props.blank !== undefined && <option value="">{props.blank}</option>}
        {props.options.map((option) => (
          <option key={valueOf(option)} value={valueOf(option)}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function TickField<Values, Name extends NameOf<Values, boolean>>({
  form,
  name,
  label,
  help,
}: FieldProps<Values, Name>) {
  const shared = { ...controlProps(form, name, false, help), className: undefined };
  return (
    <div>
      <div className={classes.tickLine}>
        <input
          {...shared}
          type="checkbox"
          checked={form.values[name] as boolean}
          onChange={(event) => form.set(name, event.currentTarget.checked as Values[Name])}
        />
        <label htmlFor={shared.id}>{label}</label>
      </div>
      {help !== undefined && (
        <p id={`${shared.id}-help`} className={classes.help}>
          {help}
        </p>
      )}
    </div>
  );
}
