import type { Instruction } from '@desk/contract/renewal-work/instructions';
import { approveWords, PROVIDER, setWords } from './instruction-words.ts';
import { isLive } from './instructions.ts';

/** What can be done about an instruction: all of them open a dialog but the one that asks the provider again. */
interface Act {
  readonly does: 'set' | 'approve' | 'refuse' | 'takeBack' | 'again';
  readonly words: string;
}
const CHANGE: Act = { does: 'set', words: 'Change' };
const TAKE_BACK: Act = { does: 'takeBack', words: 'Take back' };

function ofDraft(draft: Instruction, isOwn: boolean): readonly Act[] {
  if (!draft.may_approve) return [CHANGE, TAKE_BACK];
  if (isOwn) return [{ does: 'approve', words: setWords(draft) }, CHANGE, TAKE_BACK];
  return [{ does: 'approve', words: approveWords(draft) }, CHANGE, { does: 'refuse', words: 'Refuse' }];
}

/** What can be done as it stands, what one mostly comes for first. @param isOwn whether the caller asked for it */
export function actsOf(current: Instruction | undefined, isOwn: boolean): readonly Act[] {
  if (current?.state === 'fulfilled') return [];
  if (!current || !isLive(current)) return [{ does: 'set', words: `Set at ${PROVIDER}` }];
  if (current.state === 'draft') return ofDraft(current, isOwn);
  if (current.state === 'drifted') return [{ does: 'again', words: 'Set again' }, CHANGE, TAKE_BACK];
  return current.reason === null ? [CHANGE, TAKE_BACK] : [{ does: 'again', words: 'Look again' }, CHANGE, TAKE_BACK];
}
