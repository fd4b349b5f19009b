import type { DeadlineRow } from '@desk/contract/renewal-work/deadlines';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../api/load-code.ts';

const CommentForm = lazyPart(async () => (await import('../../parts/renewal/comment-form.tsx')).CommentForm);
const SetAtProviderDialog = lazyPart(
  async () => (await import('../../parts/instructions/set-at-provider-dialog.tsx')).SetAtProviderDialog,
);

interface Props {
  row: DeadlineRow & { renewal_id: number };
  onClose: () => void;
}

const DIALOGS = {
  decide: ({ row, onClose }: Props) => <CommentForm row={row} onClose={onClose} />,
  reduce: ({ row, onClose }: Props) => <SetAtProviderDialog renewalId={row.renewal_id} onClose={onClose} />,
} as const satisfies Partial<Record<NonNullable<DeadlineRow['step']>, (props: Props) => ReactNode>>;

/** A deadline whose next step is one form; every other step needs the page of its domain. */
export type DoneHere = Props['row'] & { step: keyof typeof DIALOGS };
export const isDoneHere = (row: DeadlineRow): row is DoneHere =>
  row.renewal_id !== null && row.step !== null && row.step in DIALOGS;

/** The next step of a deadline, done where it is listed. */
export function StepDialog({ row, onClose }: { row: DoneHere; onClose: () => void }) {
  const Dialog = DIALOGS[row.step];
  return (
    <Suspense>
      <Dialog row={row} onClose={onClose} />
    </Suspense>
  );
}
