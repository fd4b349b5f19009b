import { axima, type AximaSubscription } from '@desk/contract/axima';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Line } from '../../kit/layout/section.tsx';
import type { Sort } from '../../kit/table/types.ts';
import type { Loading } from '../../kit/feedback/loading.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { AddLicenceDialog } from './add-licence.dialog.tsx';
import { AddSubscriptionDialog } from './add-subscription.dialog.tsx';
import { subscriptionColumns, subscriptionIdentity } from './columns.tsx';
import { EditDomainDialog } from './edit-domain.dialog.tsx';

const PAGE_SIZE = 15;
const NO_ROWS: readonly AximaSubscription[] = [];

interface Props {
  domain: { domain_id: number; domain_name: string };
  onClose: () => void;
}

/** A domain with all that it has. */
export function DomainDialog(props: Props) {
  const query = useCall(axima.domain, { domain_id: props.domain.domain_id });
  return <Subscriptions {...props} query={query} rows={query.data?.domains ?? NO_ROWS} />;
}

/** The domain of a subscription, with all that it has. */
export function SubscribedDomainDialog({ subscriptionId, ...props }: Props & { subscriptionId: number }) {
  const query = useCall(axima.domainDetails, { subscription_id: subscriptionId });
  return <Subscriptions {...props} query={query} rows={query.data?.domains ?? NO_ROWS} />;
}

type Doing = { what: 'edit' | 'licence'; with: AximaSubscription } | { what: 'subscription' };

/** What is done with a subscription takes the place of the list, which is back when that is closed. */
function Subscriptions({
  domain,
  onClose,
  query,
  rows,
}: Props & { query: Loading; rows: readonly AximaSubscription[] }) {
  const role = useSession()?.role;
  const [doing, setDoing] = useState<Doing>();
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const columns = useMemo(
    () =>
      subscriptionColumns(role, {
        edit: (row) => setDoing({ what: 'edit', with: row }),
        addLicence: (row) => setDoing({ what: 'licence', with: row }),
      }),
    [role],
  );
  const view = usePaged(rows, { row: subscriptionIdentity, columns, sort, page, size: PAGE_SIZE });
  const back = () => setDoing(undefined);
  if (doing?.what === 'edit') return <EditDomainDialog subscription={doing.with} onClose={back} />;
  if (doing?.what === 'licence') return <AddLicenceDialog subscription={doing.with} onClose={back} onAdded={onClose} />;
  if (doing) return <AddSubscriptionDialog domain={domain} onClose={back} />;
  return (
    <ListDialog title={`Axima Domain: ${domain.domain_name}`} onClose={onClose}>
      {role === 'SALESC' && (
        <Line>
          <Button onClick={() => setDoing({ what: 'subscription' })}>Add Subscription</Button>
        </Line>
      )}
      <DataTable
        label={`Subscriptions of ${domain.domain_name}`}
        row={subscriptionIdentity}
        columns={columns}
        view={{ ...view, onSort: setSort, onPage: setPage }}
        query={query}
        texts={{ empty: axima.domainDetails.refusals[404] }}
      />
    </ListDialog>
  );
}
