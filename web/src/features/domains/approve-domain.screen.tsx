import { domains, type PendingDomain } from '@desk/contract/domains';
import { useMemo, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { useFailedLoad } from '../../kit/failed-load.ts';
import { shown } from '../../kit/format.ts';
import { say } from '../../kit/say.ts';
import { TableScreen } from '../../kit/table-screen.tsx';
import { useStable } from '../../kit/use-stable.ts';
import { domainIdentity, pendingDomainColumns } from './columns.tsx';

const TITLE = 'Approve Domain';
const FAILED = 'Failed to Approve Domain...!';
const NONE: ReadonlySet<number> = new Set();

/** Domains that customers asked for and that wait. */
export function ApproveDomainScreen() {
  const query = useCall(domains.pending, {});
  useFailedLoad(query, { text: 'Failed to fetch Domain data. Please try again later.', what: TITLE });
  const decide = useSend(domains.decide, {
    otherwise: FAILED,
    recent: ({ domain_name, status, user_email }) => ({
      what: `${domain_name} ${status === 'ACTIVE' ? 'approved' : 'rejected'} for ${shown(user_email)}`,
    }),
  });
  const [rejecting, setRejecting] = useState<PendingDomain>();

  const [underWay, setUnderWay] = useState<ReadonlySet<number>>(NONE);

  // Several may be under way: each is told on its own, so it is the promise that is waited for.
  const settle = async ({ domain_id, domain_name, user_email }: PendingDomain, status: 'ACTIVE' | 'REJECTED') => {
    setUnderWay((before) => new Set([...before, domain_id]));
    try {
      await decide.mutateAsync({ domain_id, domain_name, status, user_email });
      say('done', `${domain_name} ${status === 'ACTIVE' ? 'Approved' : 'Rejected'}`);
    } catch (error) {
      say('failed', error instanceof Error ? error.message : FAILED);
      // Somebody else may have decided.
      await query.refetch();
    }
    setUnderWay((before) => new Set([...before].filter((one) => one !== domain_id)));
  };
  const approve = useStable((domain: PendingDomain) => {
    if (!underWay.has(domain.domain_id)) void settle(domain, 'ACTIVE');
  });
  const ask = useStable((domain: PendingDomain) => {
    if (!underWay.has(domain.domain_id)) setRejecting(domain);
  });
  const columns = useMemo(() => pendingDomainColumns({ approve, reject: ask, underWay }), [approve, ask, underWay]);
  const reject = (domain: PendingDomain) => {
    setRejecting(undefined);
    void settle(domain, 'REJECTED');
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
