import { axima, type AximaSubscription } from '@desk/contract/axima';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Line } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
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

type OpenForm = { what: 'edit' | 'licence'; with: AximaSubscription } | { what: 'subscription' };

/** An open form replaces the list, which is back when the form is closed. */
function Subscriptions({
  domain,
  onClose,
  query,
  rows,
}: Props & { query: Loading; rows: readonly AximaSubscription[] }) {
  const role = useSession()?.role;
  const [openForm, setOpenForm] = useState<OpenForm>();
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const columns = useMemo(
    () =>
      subscriptionColumns(role, {
        edit: (row) => setOpenForm({ what: 'edit', with: row }),
        addLicence: (row) => setOpenForm({ what: 'licence', with: row }),
      }),
    [role],
  );
  const view = usePaged(rows, { row: subscriptionIdentity, columns, sort, page, size: PAGE_SIZE });
  const back = () => setOpenForm(undefined);
  if (openForm?.what === 'edit') return <EditDomainDialog subscription={openForm.with} onClose={back} />;
  if (openForm?.what === 'licence')
    return <AddLicenceDialog subscription={openForm.with} onClose={back} onAdded={onClose} />;
  if (openForm) return <AddSubscriptionDialog domain={domain} onClose={back} />;
  return (
    <ListDialog title={`Axima Domain: ${domain.domain_name}`} onClose={onClose}>
      <Stack>
        {role === 'SALESC' && (
          <Line>
            <Button onClick={() => setOpenForm({ what: 'subscription' })}>Add Subscription</Button>
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
      </Stack>
    </ListDialog>
  );
}
