import { licences } from '@desk/contract/licences';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { COULD_NOT_FETCH } from '../../kit/failed-load.ts';
import { ListDialog } from '../../kit/list-dialog.tsx';
import { ErrorPanel } from '../../kit/panels.tsx';
import { say } from '../../kit/say.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { AddLicenceForm, SeatFacts, type LicenceDetails } from './add-licence.form.tsx';
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
  // What was read at an earlier opening is old; what is read again while this stands may fail.
  const [isReady, setReady] = useState(false);
  if (!isReady && query.isFetchedAfterMount && query.isSuccess) setReady(true);
  if (isReady && query.data) return <Opened {...{ title, domainName, onClose, query }} details={query.data} />;
  return (
    <ListDialog title={title} size={440} onClose={onClose}>
      {query.isError ? (
        <ErrorPanel text={COULD_NOT_FETCH} what={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton blocks={4} height={28} />
      )}
    </ListDialog>
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
  const [wish, setWish] = useState('');
  // Somebody else may have ordered meanwhile.
  if (details.order && details.order.order_id !== followed) setFollowed(details.order.order_id);

  const toForm = async (next: string) => {
    const { data, error } = await query.refetch();
    if (error) say('failed', error.message);
    if (error || data?.order) return;
    setWish(next);
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
      {...{ title, domainName, details, wish, onClose }}
      seats={details.seats}
      onStale={query.refetch}
      onOrdered={setFollowed}
    />
  );
}
