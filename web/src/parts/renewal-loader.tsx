import type { ReplyOf } from '@desk/contract/call';
import { RenewalRow, renewals } from '@desk/contract/renewals';
import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../api/hooks.ts';
import { ListDialog } from '../kit/list-dialog.tsx';
import { ErrorPanel } from '../kit/panels.tsx';
import { usePutRenewals } from './renewal-lists.ts';

export type RenewalDetails = ReplyOf<typeof renewals.details>['domain'][number];

/** Asks for the renewal as it stands now, puts it into the lists on screen, and answers it. */
export type Reload = () => Promise<RenewalDetails>;

interface Props {
  renewalId: number;
  title: string;
  onClose: () => void;
  /** Drawn once, with the renewal as it stood when the dialog was opened. */
  children: (details: RenewalDetails, reload: Reload) => ReactNode;
}

/** A dialog on one renewal needs its newest state first: what is on the list may be a minute old. */
export function RenewalLoader({ renewalId, title, onClose, children }: Props) {
  const query = useCall(renewals.details, { renewal_id: renewalId });
  const put = usePutRenewals();
  const [opened, setOpened] = useState<RenewalDetails>();
  const found = query.isFetchedAfterMount ? query.data?.domain[0] : undefined;
  if (found && !opened) setOpened(found);

  const reload = async () => {
    const { data, error } = await query.refetch();
    const details = data?.domain[0];
    if (error || !details) throw error ?? new Error(renewals.details.refusals[404]);
    await put(new Map([[renewalId, z.parse(RenewalRow, details)]]));
    return details;
  };

  if (opened) return children(opened, reload);
  return (
    <ListDialog title={title} size={720} onClose={onClose}>
      {query.isError || query.isFetchedAfterMount ? (
        <ErrorPanel
          text={query.error?.message ?? renewals.details.refusals[404]}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <p role="status">Loading...</p>
      )}
    </ListDialog>
  );
}
