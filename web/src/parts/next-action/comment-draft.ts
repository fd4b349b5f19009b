import { useEffect } from 'react';
import { useStable } from '../../kit/browser/use-stable.ts';
import { makeStore } from '../../kit/browser/store.ts';
import { clearDraft, readDraft } from '../../kit/form/drafts.ts';
import { NEXT_START } from './next-step.ts';

/** Under which name is kept what is written in place about a renewal and is not saved yet. */
export const draftOfComment = (renewalId: number): string => `said-${String(renewalId)}`;

const NOTHING = { comment: '', highlight: '', status: '', ...NEXT_START };

/** What is written in place about a renewal, for the whole form to begin with; '' where nothing is. */
export function writtenAbout(renewalId: number) {
  const { comment: words, ...chosen } = readDraft(draftOfComment(renewalId), NOTHING);
  return { words, ...chosen };
}

/** The renewal whose whole form was saved last, with what was written in place. */
const savedLast = makeStore<{ readonly renewalId: number } | undefined>(undefined);

/** The whole form is saved: what was written in place is saved with it. */
export function announceSaved(renewalId: number): void {
  clearDraft(draftOfComment(renewalId));
  savedLast.set({ renewalId });
}

/** Runs once the whole form of a renewal is saved. */
export function useSavedAsWhole(renewalId: number, act: () => void): void {
  const acting = useStable(act);
  useEffect(
    () =>
      savedLast.subscribe(() => {
        if (savedLast.get()?.renewalId === renewalId) acting();
      }),
    [renewalId, acting],
  );
}
