import { labelOf, valueOf, type Option } from './edit-select.tsx';
import { controlProps, Field, type FieldProps } from './field.tsx';
import classes from './form.module.css';
import type { NameOf } from './form.ts';

/** Several choices: a select adds one, a click on a chip takes it away. */
export function ChipsField<Values, Name extends NameOf<Values, readonly string[]>>(
  props: Omit<FieldProps<Values, Name>, 'help'> & {
    options: readonly Option[];
    /** What it means that nothing is chosen; it is said as long as that is so. */
    whenNone?: string;
  },
) {
  const { form, name, label, required, options } = props;
  const chosen = form.values[name] as readonly string[];
  const help = chosen.length === 0 ? props.whenNone : undefined;
  const put = (next: readonly string[]) => form.set(name, next as Values[Name]);
  const remove = (value: string, chip: Element) => {
    // The chip goes as it is pressed: the next one takes the focus, after the last one the select.
    const next = chip.nextElementSibling ?? document.getElementById(form.fieldId(name));
    if (next instanceof HTMLElement) next.focus();
    put(chosen.filter((one) => one !== value));
  };
  return (
    <Field form={form} name={name} label={label} required={required} help={help}>
      {chosen.length > 0 && (
        <div className={classes.chips}>
          {options
            .filter((option) => chosen.includes(valueOf(option)))
            .map((option) => (
              <button
                key={valueOf(option)}
                type="button"
                className={classes.chip}
                aria-label={`Remove ${labelOf(option)}`}
                onClick={(event) => remove(valueOf(option), event.currentTarget)}
              >
                {labelOf(option)} <span aria-hidden="true">✕</span>
              </button>
            ))}
        </div>
      )}
      <select
        {...controlProps(form, name, required === true, help)}
        value=""
        onChange={(event) => put([...chosen, event.currentTarget.value])}
      >
        <option value="">Add…</option>
        {options
          .filter((option) => !chosen.includes(valueOf(option)))
          .map((option) => (
            <option key={valueOf(option)} value={valueOf(option)}>
              {labelOf(option)}
            </option>
          ))}
      </select>
    </Field>
  );
}
