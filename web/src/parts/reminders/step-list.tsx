import { useEffect, useId, useRef } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { stepSentence } from './reminder-words.ts';
import classes from './reminders.module.css';
import { stepRemarks } from './step-remarks.ts';
import type { Placed } from './use-steps.ts';

interface Props {
  placed: readonly Placed[];
  /** Left out: they are only read. */
  acts?: { readonly onEdit: (at: number) => void; readonly onRemove: (at: number) => void } | undefined;
  /** Where the focus goes once no step is left. */
  addId: string;
}

/** The steps, the earliest first, each as a sentence with what its mail is called. */
export function StepList({ placed, acts, addId }: Props) {
  const id = useId();
  const next = useRef<string>(undefined);
  useEffect(() => {
    // A row that goes takes the focus of its button with it.
    if (next.current !== undefined) document.getElementById(next.current)?.focus();
    next.current = undefined;
  }, [placed]);
  const idOf = (at: number) => `${id}-${String(at)}-remove`;
  const remove = (place: number, at: number) => {
    const beside = placed[place + 1] ?? placed[place - 1];
    next.current = beside ? idOf(beside.at) : addId;
    acts?.onRemove(at);
  };
  if (placed.length === 0) return null;
  const steps = placed.map((one) => one.step);
  return (
    <ol className={classes.policy} aria-label="Steps">
      {placed.map(({ at, step }, place) => (
        <li key={at}>
          <div className={classes.sentence}>
            <span>{stepSentence(step)}</span>
            {step.subject !== '' && <p className={classes.note}>{step.subject}</p>}
            {stepRemarks(step, steps).map((words) => (
              <p key={words} className={classes.remark}>
                {words}
              </p>
            ))}
          </div>
          {acts && (
            <div className={classes.acts}>
              <Button
                variant="default"
                size="xs"
                aria-label={`Edit: step ${String(place + 1)}`}
                onClick={() => acts.onEdit(at)}
              >
                Edit
              </Button>
              <Button
                id={idOf(at)}
                variant="default"
                size="xs"
                aria-label={`Remove: step ${String(place + 1)}`}
                onClick={() => remove(place, at)}
              >
                Remove
              </Button>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
