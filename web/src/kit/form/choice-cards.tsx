import classes from './choice-cards.module.css';
import type { FieldProps } from './field.tsx';
import formClasses from './form.module.css';
import type { NameOf } from './form.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  /** What comes of it, in a line. */
  readonly text: string;
}

/**
 * One of a few, each said in a line of its own: radio buttons as cards. The arrow keys go from one to the next. Their form begins
 * with them, unless another field stands before them.
 */
export function ChoiceCards<Values, Name extends NameOf<Values, string>>({
  form,
  name,
  label,
  required = false,
  choices,
  begins = true,
}: Omit<FieldProps<Values, Name>, 'help'> & { choices: readonly Choice[]; begins?: boolean }) {
  const id = form.fieldId(name);
  const error = form.errors[name];
  const chosen = choices.findIndex(({ value }) => value === form.values[name]);
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} aria-required={required}>
      <p id={`${id}-label`} className={classes.legend}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </p>
      <div className={classes.cards}>
        {choices.map(({ value, label: words, text }, at) => {
          const own = `${id}-${value}`;
          // Where the keyboard enters the group; the message leads here too.
          const isEntry = at === Math.max(0, chosen);
          return (
            <label key={value} className={classes.card}>
              <input
                type="radio"
                id={isEntry ? id : own}
                name={id}
                value={value}
                checked={at === chosen}
                aria-labelledby={`${own}-label`}
                aria-describedby={`${own}-text${error === undefined ? '' : ` ${id}-error`}`}
                {...(isEntry && begins && { 'data-autofocus': '' })}
                {...(isEntry && error !== undefined && { 'aria-invalid': true })}
                onChange={() => form.set(name, value as Values[Name])}
              />
              <span>
                <span id={`${own}-label`} className={classes.words}>
                  {words}
                </span>
                <span id={`${own}-text`} className={classes.text}>
                  {text}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={formClasses.error}>
          {error}
        </p>
      )}
    </div>
  );
}
