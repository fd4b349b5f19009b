import type { RenewalRow } from '@desk/contract/renewals';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useStable } from '../../kit/browser/use-stable.ts';
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

interface Options {
  /** One is left, or goes on to the next row. */
  onClosed?: (() => void) | undefined;
  /** The rows of the list in their order, through which the comments of one after the other are written. */
  rows?: (() => readonly RenewalRow[]) | undefined;
}

interface Opened {
  readonly kind: Kind;
  readonly row: RenewalRow;
  /** What came after it as the first one was opened: once that is saved, the list may be another one. */
  readonly after: readonly RenewalRow[];
}

const NO_ROWS = () => [];

/** The dialogs that a row of a renewal list opens: `open.comment(row)`, and the open one to be drawn. */
export function useRenewalDialogs({ onClosed, rows = NO_ROWS }: Options = {}): {
  open: OpenRenewal;
  dialog: ReactNode;
} {
  const [opened, setOpened] = useState<Opened>();
  const listed = useStable(rows);
  const open = useMemo(() => {
    const opening = (kind: Kind) => (row: RenewalRow) => {
      const all = listed();
      const at = all.findIndex((one) => one.renewal_id === row.renewal_id);
      setOpened({ kind, row, after: at < 0 ? [] : all.slice(at + 1) });
    };
    return {
      comment: opening('comment'),
      history: opening('history'),
      details: opening('details'),
      offer: opening('offer'),
      notify: opening('notify'),
    };
  }, [listed]);
  usePreloaded(ALL);
  if (!opened) return { open, dialog: null };
  const leave = (next?: Opened) => {
    setOpened(next);
    onClosed?.();
  };
  const { kind, row, after } = opened;
  const [next, ...rest] = after;
  const Dialog = DIALOGS[kind];
  return {
    open,
    dialog: (
      <Suspense>
        <Dialog
          key={row.renewal_id}
          row={row}
          onClose={() => leave()}
          onNext={next && (() => leave({ kind, row: next, after: rest }))}
        />
      </Suspense>
    ),
  };
}
