import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import { Button } from '../../kit/button/button.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { PhoneLink } from '../../kit/text/phone-link.tsx';
import { safeWords } from '../../parts/domain-page/by-itself.ts';
import { Differences } from '../../parts/instructions/differences.tsx';
import { InstructionCard } from '../../parts/instructions/instruction-card.tsx';
import type { ItemActions } from './actions.panel.tsx';
import { IfNobodyActs, useItem } from './item.panel.tsx';
import { ACT_WORDS } from './model.ts';
import classes from './my-day.module.css';

interface Props {
  item: WorkItem;
  actions: ItemActions;
  /** Runs when a dialog is opened that ends with what is drawn here, and when it is closed. */
  onDialog: (isOpen: boolean) => void;
}

/** On a small screen below the row: what happens by itself, and what is done with a thumb. */
export function QuickActions({ item, actions, onDialog }: Props) {
  const { summary, renewal } = useItem(item);
  const phone = summary.data?.speak_to?.phone ?? null;
  return (
    <div className={classes.quick}>
      <Differences of={item.differences} />
      {renewal?.by_itself && <IfNobodyActs renewal={renewal} byItself={renewal.by_itself} />}
      {item.last_safe_day !== null && <p>Last safe day {safeWords(item.last_safe_day, businessDay())}</p>}
      {item.act === 'look' && <InstructionCard renewalId={item.renewal_id} onDialog={onDialog} />}
      <div className={classes.thumbs}>
        <Button onClick={actions.decide}>{ACT_WORDS[item.act]}</Button>
        {phone !== null && (
          <PhoneLink text={phone.number} className={classes.call}>
            Call {phone.of}
          </PhoneLink>
        )}
        {actions.read && (
          <Button variant="default" onClick={actions.read}>
            Read the mail
          </Button>
        )}
        <Button variant="default" onClick={actions.open}>
          Open
        </Button>
        <Button variant="default" onClick={actions.snooze}>
          Snooze
        </Button>
      </div>
    </div>
  );
}
