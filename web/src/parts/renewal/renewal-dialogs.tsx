import type { RenewalRow } from '@desk/contract/renewals';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { lazyPart, usePreloaded } from '../../api/load-code.ts';

const DIALOGS = {
  comment: lazyPart(async () => (await import('./comment-form.tsx')).CommentForm),
  history: lazyPart(async () => (await import('./follow-up-history.tsx')).FollowUpHistory),
  details: lazyPart(async () => (await import('./update-details.tsx')).UpdateDetails),
  offer: lazyPart(async () => (await import('../offers/send-offer.tsx')).SendOffer),
  notify: lazyPart(async () => (await import('./send-notification.tsx')).SendNotification),
};
type Kind = keyof typeof DIALOGS;
const ALL = Object.values(DIALOGS);

/** Opens the dialogs of one renewal. */
export type OpenRenewal = Readonly<Record<Kind, (row: RenewalRow) => void>>;

/** The dialogs that a row of a renewal list opens: `open.comment(row)`, and the open one to be drawn. `onClosed`: one is left. */
export function useRenewalDialogs(onClosed?: () => void): { open: OpenRenewal; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ kind: Kind; row: RenewalRow }>();
  const open = useMemo(() => {
    const opening = (kind: Kind) => (row: RenewalRow) => setOpened({ kind, row });
    return {
      comment: opening('comment'),
      history: opening('history'),
      details: opening('details'),
      offer: opening('offer'),
      notify: opening('notify'),
    };
  }, []);
  usePreloaded(ALL);
  if (!opened) return { open, dialog: null };
  const close = () => {
    setOpened(undefined);
    onClosed?.();
  };
  const Opened = DIALOGS[opened.kind];
  return {
    open,
    dialog: (
      <Suspense>
        <Opened row={opened.row} onClose={close} />
      </Suspense>
    ),
  };
}
