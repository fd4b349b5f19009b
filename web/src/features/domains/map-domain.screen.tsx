import { Button } from '@mantine/core';
import { domains } from '@desk/contract/domains';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useFailedLoad } from '../../kit/failed-load.ts';
import { TableScreen } from '../../kit/table-screen.tsx';
import { AddDomainDialog } from './add-domain.dialog.tsx';
import { domainIdentity, OWN_DOMAIN_COLUMNS } from './columns.tsx';

const TITLE = 'Mapped Domain';

/** A customer's own domains, those that still wait included. */
export function MapDomainScreen() {
  const query = useCall(domains.own, {});
  useFailedLoad(query, { text: 'Failed to fetch Domain data. Please try again later.', what: TITLE });
  const [adding, setAdding] = useState(false);
  return (
    <>
      <TableScreen
        title={TITLE}
        row={domainIdentity}
        rows={query.data?.domains}
        columns={OWN_DOMAIN_COLUMNS}
        query={query}
        texts={{ empty: 'No Domain Mapped to this User' }}
        beside={<Button onClick={() => setAdding(true)}>Add Domain</Button>}
      />
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
    </>
  );
}
