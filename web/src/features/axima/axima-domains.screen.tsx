import { axima, type ExistingAximaDomain } from '@desk/contract/axima';
import { useMemo, useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { TableScreen } from '../../kit/table/table-screen.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { existingColumns, existingIdentity } from './columns.tsx';
import { DomainDialog, SubscribedDomainDialog } from './subscriptions.dialog.tsx';

const TITLE = 'Axima Domains';
const TEXTS = {
  empty: 'No Domain Present or Could not fetch Domains',
  hint: 'Domains with an Axima product stand here. Begin with All Axima Domain.',
};
const SEARCH = { label: 'Search domain', in: (row: ExistingAximaDomain) => row.customer_domain_name };

/** The domains that have the add-on product, each with what it has. */
export function AximaDomainsScreen() {
  const query = useCall(axima.existing, {});
  const role = useSession()?.role;
  const [opened, setOpened] = useState<ExistingAximaDomain>();
  const open = useStable((row: ExistingAximaDomain) => {
    if (row.axima_subscription_id === null) toast('failed', axima.domainDetails.refusals[404]);
    // Sales can give it one there.
    if (row.axima_subscription_id !== null || role === 'SALESC') setOpened(row);
  });
  const columns = useMemo(() => existingColumns(open), [open]);
  const close = () => setOpened(undefined);
  const shown = opened && {
    domain: { domain_id: opened.domain_id, domain_name: opened.customer_domain_name },
    onClose: close,
  };
  return (
    <>
      <TableScreen
        title={TITLE}
        row={existingIdentity}
        rows={query.data?.domains}
        columns={columns}
        query={query}
        texts={TEXTS}
        search={SEARCH}
      />
      {shown && opened.axima_subscription_id === null && <DomainDialog {...shown} />}
      {shown && opened.axima_subscription_id !== null && (
        <SubscribedDomainDialog {...shown} subscriptionId={opened.axima_subscription_id} />
      )}
    </>
  );
}
