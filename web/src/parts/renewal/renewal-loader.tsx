import type { ReplyOf } from '@desk/contract/call';
import { RenewalRow, renewals } from '@desk/contract/renewals';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { usePutRenewals } from './renewal-lists.ts';

export type RenewalDetails = ReplyOf<typeof renewals.details>['domain'][number];

/** Asks for the renewal as it stands now, puts it into the lists on screen, and answers it. */
export type Reload = () => Promise<RenewalDetails>;

/** What was asked for by whoever opened the dialog, and no older answer; or why there is none. */
function loadedOf({ data, error, isFetchedAfterMount }: UseQueryResult<ReplyOf<typeof renewals.details>>) {
  if (error) return { failure: { text: error.message } };
  const found = isFetchedAfterMount ? data?.domain[0] : undefined;
  return data?.domain.length === 0 ? { failure: { text: renewals.details.refusals[404] } } : { found };
}

interface Props {
  renewalId: number;
  title: string;
  onClose: () => void;
  /** What else has to be there first is on its way. */
  isWaiting?: boolean;
  /** Drawn once, with the renewal as it stood when the dialog was opened. */
  children: (details: RenewalDetails, reload: Reload) => ReactNode;
}

/** A dialog on one renewal needs its newest state first: what is on the list may be a minute old. */
export function RenewalLoader({ renewalId, title, onClose, isWaiting = false, children }: Props) {
  const query = useCall(renewals.details, { renewal_id: renewalId });
  const put = usePutRenewals();

  const reload = async () => {
    const { data, error } = await query.refetch();
    const details = data?.domain[0];
    if (error || !details) throw error ?? new Error(renewals.details.refusals[404]);
    await put(new Map([[renewalId, z.parse(RenewalRow, details)]]));
    return details;
  };

  const { failure, found } = loadedOf(query);
  return (
    <LoadedDialog
      title={title}
      onClose={onClose}
      loaded={isWaiting ? undefined : found}
      failure={failure}
      onRetry={() => void query.refetch()}
    >
      {(opened) => children(opened, reload)}
    </LoadedDialog>
  );
}
