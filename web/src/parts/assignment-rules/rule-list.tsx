import { useEffect, useId, useRef } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { conditionWords, peopleWords, type Rule } from './rule-words.ts';
import classes from './rules.module.css';
import type { Placed } from './use-rules.ts';

interface Acts {
  readonly onEdit: (key: number) => void;
  readonly onMove: (at: number, by: 1 | -1) => void;
  readonly onRemove: (at: number) => void;
}

interface Props {
  placed: readonly Placed[];
  /** Left out: they are only read. */
  acts?: Acts | undefined;
  /** Where the focus goes once no rule is left. */
  addId: string;
}

/** The rules in their order, each as a sentence; buttons move them. */
export function RuleList({ placed, acts, addId }: Props) {
  const id = useId();
  const next = useRef<string>(undefined);
  useEffect(() => {
    // A row that moves or goes takes the focus of its button with it.
    if (next.current !== undefined) document.getElementById(next.current)?.focus();
    next.current = undefined;
  }, [placed]);
  const idOf = (key: number, act: string) => `${id}-${String(key)}-${act}`;
  const remove = (at: number) => {
    const beside = placed[at + 1] ?? placed[at - 1];
    next.current = beside ? idOf(beside.key, 'remove') : addId;
    acts?.onRemove(at);
  };
  const move = (at: number, key: number, by: 1 | -1) => {
    next.current = idOf(key, by === 1 ? 'down' : 'up');
    acts?.onMove(at, by);
  };
  if (placed.length === 0) return null;
  return (
    <ol className={classes.rules} aria-label="Assignment rules">
      {placed.map(({ key, rule }, at) => (
        <li key={key}>
          <Sentence rule={rule} />
          {acts && (
            <Buttons
              nth={at + 1}
              count={placed.length}
              idOf={(act) => idOf(key, act)}
              onEdit={() => acts.onEdit(key)}
              onMove={(by) => move(at, key, by)}
              onRemove={() => remove(at)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

const Sentence = ({ rule }: { rule: Rule }) => (
  <div className={classes.sentence}>
    <span>
      {conditionWords(rule)} → <b>{peopleWords(rule)}</b>
    </span>
    {rule.passed_over !== null && (
      <p className={classes.warning}>
        <span aria-hidden="true">▲</span> {rule.passed_over}
      </p>
    )}
  </div>
);

interface ButtonsProps {
  nth: number;
  count: number;
  idOf: (act: string) => string;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function Buttons({ nth, count, idOf, onEdit, onMove, onRemove }: ButtonsProps) {
  const moves = [
    { act: 'up', by: -1, sign: '↑', words: 'Move up', isEnd: nth === 1 },
    { act: 'down', by: 1, sign: '↓', words: 'Move down', isEnd: nth === count },
  ] as const;
  return (
    <div className={classes.acts}>
      {moves.map(({ act, by, sign, words, isEnd }) => (
        // At the end it stays where the focus can be, as it was there with the press before.
        <Button
          key={act}
          id={idOf(act)}
          variant="default"
          size="xs"
          aria-label={`${words}: rule ${String(nth)}`}
          aria-disabled={isEnd || undefined}
          onClick={() => !isEnd && onMove(by)}
        >
          <span aria-hidden="true">{sign}</span>
        </Button>
      ))}
      <Button variant="default" size="xs" aria-label={`Edit: rule ${String(nth)}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        id={idOf('remove')}
        variant="default"
        size="xs"
        aria-label={`Remove: rule ${String(nth)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  );
}
