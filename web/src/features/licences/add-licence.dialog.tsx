import { licences } from '@desk/contract/licences';
import { useState } from 'react';
import { newestOf, useCall } from '../../api/hooks.ts';
import { COULD_NOT_FETCH } from '../../kit/feedback/failed-load.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import type { LicenceDetails } from '../../parts/subscriptions/seat-order.ts';
import { AddLicenceForm, SeatFacts } from './add-licence.form.tsx';
import { OrderDialog } from './order.dialog.tsx';

interface Props {
  domainName: string;
  subscriptionId: string;
  onClose: () => void;
}

/** Adds seats to a subscription; needs it as Google has it now. */
export function AddLicenceDialog({ domainName, subscriptionId, onClose }: Props) {
  const title = `Add License for ${domainName}`;
  const query = useCall(licences.subscription, { subscription_id: subscriptionId });
  return (
    <LoadedDialog
      title={title}
      onClose={onClose}
      loaded={newestOf(query)}
      failure={query.isError ? { text: COULD_NOT_FETCH, what: query.error.message } : undefined}
      onRetry={() => void query.refetch()}
    >
      {(opened) => <Opened {...{ title, domainName, onClose, query }} details={query.data ?? opened} />}
    </LoadedDialog>
  );
}

interface OpenedProps {
  title: string;
  domainName: string;
  details: LicenceDetails;
  query: {
    isFetching: boolean;
    refetch: () => Promise<{ data: LicenceDetails | undefined; error: Error | null }>;
  };
  onClose: () => void;
}

/** The form; in its place the order that is under way, followed until it is decided; or why no seats can be added. */
function Opened({ title, domainName, details, query, onClose }: OpenedProps) {
  const [followed, setFollowed] = useState(details.order?.order_id);
  const [typedSeats, setTypedSeats] = useState('');
  // A decided order that was left for the form again; what was read before still has it.
  const [left, setLeft] = useState<number>();
  // Somebody else may have ordered meanwhile.
  const open = details.order?.order_id;
  if (open !== undefined && open !== followed && open !== left) setFollowed(open);

  const toForm = async (next: string) => {
    const { data, error } = await query.refetch();
    if (error) toast('failed', error.message);
    if (error || data?.order) return;
    setTypedSeats(next);
    setLeft(followed);
    setFollowed(undefined);
  };
  if (followed !== undefined)
    return (
      <OrderDialog
        {...{ title, domainName, onClose }}
        orderId={followed}
        busy={query.isFetching}
        onMore={(next) => void toForm(next)}
      />
    );
  if (details.closed_because !== null || details.seats === null)
    return (
      <ListDialog title={title} size={440} onClose={onClose}>
        <SeatFacts details={details} />
        <p>{details.closed_because ?? licences.add.refusals[422]}</p>
      </ListDialog>
    );
  return (
    <AddLicenceForm
      {...{ title, domainName, details, typedSeats, onClose }}
      seats={details.seats}
      onStale={query.refetch}
      onOrdered={setFollowed}
    />
  );
}
