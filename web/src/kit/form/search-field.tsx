import { useId, useState, type KeyboardEvent } from 'react';
import { controlProps, Field, type FieldProps } from './field.tsx';
import classes from './search-field.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
  /** Tells it from others of the same name. */
  readonly detail?: string;
}

interface Found {
  /** Of what was typed last; undefined while it is asked for. */
  readonly choices: readonly Choice[] | undefined;
  /** Why it could not be looked for. */
  readonly problem?: string | undefined;
}

interface Props<Values, Name> extends FieldProps<Values, Name> {
  /** The words of what is chosen; empty while nothing is. */
  chosen: string;
  /** What fits what is typed, of which the owner is told by `onType`. */
  found: Found;
  onType: (text: string) => void;
  /** Undefined: the field was emptied. */
  onChoose: (choice: Choice | undefined) => void;
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function statusOf({ choices, problem }: Found): string {
  if (problem !== undefined) return problem;
  if (choices === undefined) return 'Searching…';
  return choices.length === 0 ? 'Nothing found' : '';
}

/** One of many, by typing a part of its name. What is typed and not chosen goes when the field is left; emptied, nothing is chosen. */
export function SearchField<Values, Name extends string>(props: Props<Values, Name>) {
  const { form, name, label, required = false, help, chosen, found, onType, onChoose } = props;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState(0);
  const isOpen = typed !== undefined && typed.trim() !== '';
  const choices = isOpen ? (found.choices ?? []) : [];
  const active = Math.min(at, Math.max(0, choices.length - 1));
  const optionId = (nth: number) => `${id}-${String(nth)}`;

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    setTyped(undefined);
    onChoose(choice);
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = MOVES[event.key];
    if (step === undefined && !['Enter', 'Escape'].includes(event.key)) return;
    // The form is not sent by it, nor the dialog closed.
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) setAt((active + step + choices.length) % Math.max(1, choices.length));
    else if (event.key === 'Enter') choose(choices[active]);
    else setTyped(undefined);
  };
  const leave = () => {
    if (typed?.trim() === '') onChoose(undefined);
    setTyped(undefined);
  };
  return (
    <Field form={form} name={name} label={label} required={required} help={help}>
      <input
        {...controlProps(form, name, required, help)}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        {...(choices.length > 0 && { 'aria-activedescendant': optionId(active) })}
        value={typed ?? chosen}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          onType(event.currentTarget.value.trim());
        }}
        onKeyDown={press}
        onBlur={leave}
      />
      {choices.length > 0 && (
        <div id={id} role="listbox" aria-label={label} className={classes.list}>
          {choices.map((choice, nth) => (
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input keeps the focus and hears the keys
            <div
              key={choice.value}
              id={optionId(nth)}
              role="option"
              aria-selected={nth === active}
              className={classes.choice}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.label} {choice.detail !== undefined && <small>{choice.detail}</small>}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={classes.status}>
        {isOpen && statusOf(found)}
      </p>
    </Field>
  );
}
