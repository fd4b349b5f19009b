import { domains, type OwnDomain } from '@desk/contract/domains';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useCall, useSend } from '../../api/hooks.ts';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { useOncePerRow } from '../../kit/button/once-per-row.ts';
import { TableScreen } from '../../kit/table/table-screen.tsx';
import { AddDomainDialog, explained } from '../../parts/own/add-domain-dialog.tsx';
import { domainIdentity, ownDomainColumns } from './columns.tsx';

const TITLE = 'Mapped Domain';

/** A customer's own domains, those that still wait, or were turned down, included. */
export function MapDomainScreen() {
  const query = useCall(domains.own, {});
  useFailedLoad(query, { text: 'Failed to fetch Domain data. Please try again later.', what: TITLE });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<OwnDomain>();
  const add = useSend(domains.add, { otherwise: 'Failed to add License..!!' });
  const remove = useSend(domains.remove);
  const ask = useOncePerRow(domainIdentity.key, ({ domain_name }: OwnDomain) =>
    toastOutcome(add.mutateAsync({ domainName: domain_name }).catch(explained), {
      done: () => `${domain_name} waits for approval`,
    }),
  );
  const columns = useMemo(() => ownDomainColumns({ ask, remove: setRemoving }), [ask]);
  const settle = ({ domain_id, domain_name }: OwnDomain) => {
    setRemoving(undefined);
    void toastOutcome(remove.mutateAsync({ domain_id, domain_name }), {
      done: () => `${domain_name} was removed from your list`,
    });
  };
  return (
    <>
      <TableScreen
        title={TITLE}
        row={domainIdentity}
        rows={query.data?.domains}
        columns={columns}
        query={query}
        texts={{
          empty: 'No Domain Mapped to this User',
          hint: 'Begin with Add Domain: our staff approve it, and it stands here with its status until then.',
        }}
        beside={<Button onClick={() => setAdding(true)}>Add Domain</Button>}
      />
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
      {removing && (
        <Confirm
          title={`Remove ${removing.domain_name}?`}
          yes="Remove"
          onYes={() => settle(removing)}
          no="Keep it"
          onNo={() => setRemoving(undefined)}
        >
          {removing.domain_name} leaves your list. You can ask for it again with Add Domain.
        </Confirm>
      )}
    </>
  );
}
