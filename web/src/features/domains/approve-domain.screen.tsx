import { domains, type PendingDomain } from '@desk/contract/domains';
import { useMemo, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { useFailedLoad } from '../../kit/failed-load.ts';
import { say } from '../../kit/say.ts';
import { TableScreen } from '../../kit/table-screen.tsx';
import { useStable } from '../../kit/use-stable.ts';
import { domainIdentity, pendingDomainColumns } from './columns.tsx';

const TITLE = 'Approve Domain';
const FAILED = 'Failed to Approve Domain...!';

/** Domains that customers asked for and that wait. */
export function ApproveDomainScreen() {
  const query = useCall(domains.pending, {});
  useFailedLoad(query, { text: 'Failed to fetch Domain data. Please try again later.', what: TITLE });
  const decide = useSend(domains.decide, { otherwise: FAILED });
  const [rejecting, setRejecting] = useState<PendingDomain>();

  const settle = useStable(({ domain_id, domain_name }: PendingDomain, status: 'ACTIVE' | 'REJECTED') =>
    decide.mutate(
      { domain_id, domain_name, status },
      {
        onSuccess: () => say('done', `${domain_name} ${status === 'ACTIVE' ? 'Approved' : 'Rejected'}`),
        onError: ({ message }) => {
          say('failed', message);
          // Somebody else may have decided.
          void query.refetch();
        },
      },
    ),
  );
  const columns = useMemo(
    () => pendingDomainColumns({ approve: (domain) => settle(domain, 'ACTIVE'), reject: setRejecting }),
    [settle],
  );
  const reject = (domain: PendingDomain) => {
    setRejecting(undefined);
    settle(domain, 'REJECTED');
  };

  return (
    <>
      <TableScreen
        title={TITLE}
        row={domainIdentity}
        rows={query.data?.domains}
        columns={columns}
        query={query}
        texts={{ empty: 'Not Domain Pending for Approval' }}
      />
      {rejecting && (
        <Confirm
          title={`Reject ${rejecting.domain_name}?`}
          yes="Reject"
          onYes={() => reject(rejecting)}
          no="Keep waiting"
          onNo={() => setRejecting(undefined)}
        >
          {rejecting.company_name} ({rejecting.user_email}) will not get this domain.
        </Confirm>
      )}
    </>
  );
}
