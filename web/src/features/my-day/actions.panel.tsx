import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import type { WorkAct } from '@desk/contract/rules/next-action';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { useOpenDomainPage } from '../../parts/domain-page/domain-page-address.ts';
import { keyOf } from './model.ts';
import { useMailIn } from '../../parts/inbound/use-mail-in.tsx';

const CommentForm = lazyPart(async () => (await import('../../parts/renewal/comment-form.tsx')).CommentForm);
const ApproveDialog = lazyPart(async () => (await import('../../parts/instructions/approve-dialog.tsx')).ApproveDialog);
const SetAtProviderDialog = lazyPart(
  async () => (await import('../../parts/instructions/set-at-provider-dialog.tsx')).SetAtProviderDialog,
);
const SnoozeDialog = lazyPart(async () => (await import('./snooze.dialog.tsx')).SnoozeDialog);

/** What can be done with an item. */
export interface ItemActions {
  readonly open: () => void;
  readonly decide: () => void;
  readonly snooze: () => void;
  /** Opens a mail that came in. */
  readonly openMail: ((inboundId: number) => void) | undefined;
  /** Opens the mail that asks for it; undefined: none does. */
  readonly read: (() => void) | undefined;
}

interface DialogProps {
  item: WorkItem;
  /** As it is by now; undefined: it is in the list no more. */
  current: WorkItem | undefined;
  onClose: () => void;
  /** Goes on to the next item; undefined: there is none. */
  onNext: (() => void) | undefined;
}

const Comment = ({ item, onClose, onNext }: DialogProps) => (
  <CommentForm row={item} onClose={onClose} onNext={onNext} />
);
const Word = ({ item: { renewal_id, instruction_id }, onClose, onNext }: DialogProps) =>
  instruction_id === null ? null : (
    <ApproveDialog renewalId={renewal_id} instructionId={instruction_id} onClose={onClose} onDone={onNext} />
  );
const Set = ({ item, onClose, onNext }: DialogProps) => (
  <SetAtProviderDialog renewalId={item.renewal_id} onClose={onClose} onDone={onNext} />
);
const Snooze = ({ onNext, ...props }: DialogProps) => <SnoozeDialog {...props} onDone={onNext} />;

const DECIDES: Readonly<Record<WorkAct, (props: DialogProps) => ReactNode>> = {
  talk: Comment,
  approve: Word,
  confirm: Word,
  set: Set,
  look: Comment,
};

interface Opened {
  readonly what: 'decide' | 'snooze';
  readonly item: WorkItem;
  /** What came after it as it was opened, for the list is another one once it is done. */
  readonly onNext: (() => void) | undefined;
}

/** The keys and dialogs of the item that is worked on; what is done in one of them leads to the next item. */
export function useItemActions(
  item: WorkItem | undefined,
  items: readonly WorkItem[],
  onNext: (() => void) | undefined,
) {
  const openDomainPage = useOpenDomainPage();
  const [opened, setOpened] = useState<Opened>();
  const { open: openMail, dialog: mail } = useMailIn();
  const inboundId = item?.inbound_id ?? null;
  const openOn = (what: Opened['what']) => () => item && setOpened({ what, item, onNext });
  const actions: ItemActions = {
    open: () => item && openDomainPage({ kind: 'domain', name: item.domain_name, renewal: item.renewal_id }),
    decide: openOn('decide'),
    snooze: openOn('snooze'),
    openMail,
    read: openMail && inboundId !== null ? () => openMail(inboundId) : undefined,
  };
  useShortcut('d', 'Decide: the whole form', actions.decide);
  useShortcut('s', 'Plan what is next, or snooze', actions.snooze);
  useShortcut('m', 'Read the mail', () => actions.read?.());
  useShortcut('Enter', 'Open the domain', actions.open);
  const dialog = (
    <>
      {opened && (
        <OpenedDialog {...opened} current={asItIsNow(opened.item, items)} onClose={() => setOpened(undefined)} />
      )}
      {mail}
    </>
  );
  return { actions, dialog };
}

/** Wherever it stands: what a customer decides meanwhile makes it another item, in another group. */
const asItIsNow = (opened: WorkItem, items: readonly WorkItem[]): WorkItem | undefined =>
  items.find((one) => keyOf(one) === keyOf(opened)) ?? items.find((one) => one.renewal_id === opened.renewal_id);

function OpenedDialog({ what, ...props }: Opened & Pick<DialogProps, 'current' | 'onClose'>) {
  const Dialog = what === 'snooze' ? Snooze : DECIDES[props.item.act];
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
