import type { WorkItem } from '@desk/contract/work/my-day';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { useOpenDossier } from '../../parts/dossier/dossier-address.ts';

const CommentForm = lazyPart(async () => (await import('../../parts/renewal/comment-form.tsx')).CommentForm);
const SnoozeDialog = lazyPart(async () => (await import('./snooze.dialog.tsx')).SnoozeDialog);

/** What can be done with an item. */
export interface ItemActions {
  readonly open: () => void;
  readonly decide: () => void;
  readonly snooze: () => void;
}

/** The keys and dialogs of the item that is worked on. */
export function useItemActions(item: WorkItem | undefined): { actions: ItemActions; dialog: ReactNode } {
  const openDossier = useOpenDossier();
  const [opened, setOpened] = useState<{ what: 'decide' | 'snooze'; item: WorkItem }>();
  const of = (act: (one: WorkItem) => void) => () => {
    if (item) act(item);
  };
  const open = of(({ domain_name: name, renewal_id: renewal }) => openDossier({ kind: 'domain', name, renewal }));
  const actions = {
    open,
    // What waits for approval is approved where all that is known stands.
    decide: of((one) => (one.kind === 'approve' ? open() : setOpened({ what: 'decide', item: one }))),
    snooze: of((one) => setOpened({ what: 'snooze', item: one })),
  };
  useShortcut('d', 'Decide: the whole form', actions.decide);
  useShortcut('s', 'Plan what is next, or snooze', actions.snooze);
  useShortcut('Enter', 'Open the domain', () => {
    // A button or a link that has the focus is what Enter is for.
    if (document.activeElement?.closest('a, button, [role=tab]') === null) actions.open();
  });
  const close = () => setOpened(undefined);
  const dialog = opened && (
    <Suspense>
      {opened.what === 'decide' ? (
        <CommentForm row={opened.item} onClose={close} />
      ) : (
        <SnoozeDialog item={opened.item} onClose={close} />
      )}
    </Suspense>
  );
  return { actions, dialog };
}
