import type { HandOver } from '@desk/contract/renewal-work/hand-over';
import { Button } from '../../kit/button/button.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { counted, instant } from '../../kit/text/format.ts';
import { handOverName } from './hand-over-words.ts';
import classes from './hand-over.module.css';

interface Props {
  handOvers: readonly HandOver[];
  isBusy: boolean;
  onUndo: (one: HandOver) => void;
}

/** What was handed over lately, each to be undone for a day. */
export function RecentHandOvers({ handOvers, isBusy, onUndo }: Props) {
  if (handOvers.length === 0) return null;
  return (
    <Section title="Handed over lately">
      <ul className={classes.recent}>
        {handOvers.map((one) => (
          <li key={one.hand_over_id}>
            <span>
              {handOverName(one)}: {counted(one.count, 'renewal')}
              <small>
                {instant(one.at)} by {one.by}
                {one.undone && `; undone ${instant(one.undone.at)} by ${one.undone.by}`}
              </small>
            </span>
            {one.may_undo && (
              <Button
                variant="default"
                size="xs"
                disabled={isBusy}
                aria-label={`Undo: ${handOverName(one)}`}
                onClick={() => onUndo(one)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
