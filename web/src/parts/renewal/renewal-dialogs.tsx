import type { RenewalRow } from '@desk/contract/renewals';
import { useMemo, useState, type ReactNode } from 'react';
import { CommentForm } from './comment-form.tsx';
import { FollowUpHistory } from './follow-up-history.tsx';
import { SendNotification } from './send-notification.tsx';
import { UpdateDetails } from './update-details.tsx';

const DIALOGS = {
  comment: CommentForm,
  history: FollowUpHistory,
  details: UpdateDetails,
  notify: SendNotification,
};
type Kind = keyof typeof DIALOGS;

/** Opens the dialogs of one renewal. */
export type OpenRenewal = Readonly<Record<Kind, (row: RenewalRow) => void>>;

/** The dialogs that a row of a renewal list opens: `open.comment(row)`, and the open one to be drawn. */
export function useRenewalDialogs(): { open: OpenRenewal; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ kind: Kind; row: RenewalRow }>();
  const open = useMemo(() => {
    const opening = (kind: Kind) => (row: RenewalRow) => setOpened({ kind, row });
    return {
      comment: opening('comment'),
      history: opening('history'),
      details: opening('details'),
      notify: opening('notify'),
    };
  }, []);
  if (!opened) return { open, dialog: null };
  const Opened = DIALOGS[opened.kind];
  return { open, dialog: <Opened row={opened.row} onClose={() => setOpened(undefined)} /> };
}
