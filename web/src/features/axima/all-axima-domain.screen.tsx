import { axima, type AximaDomain } from '@desk/contract/axima';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { TableScreen } from '../../kit/table/table-screen.tsx';
import { AddDomainDialog } from './add-domain.dialog.tsx';
import { domainColumns, domainIdentity } from './columns.tsx';
import { DomainDialog } from './subscriptions.dialog.tsx';

const TITLE = 'All Axima Domain';
const TEXTS = { empty: axima.domain.refusals[404] };
const SEARCH = { label: 'Search domain', in: (row: AximaDomain) => row.domain_name };

/** The register of the add-on product; sales add to it. */
export function AllAximaDomainScreen() {
  const query = useCall(axima.all, {});
  const role = useSession()?.role;
  const [opened, setOpened] = useState<AximaDomain>();
  const [adding, setAdding] = useState(false);
  const columns = useMemo(() => domainColumns(setOpened), []);
  return (
    <>
      <TableScreen
        title={TITLE}
        row={domainIdentity}
        rows={query.data?.domains}
        columns={columns}
        query={query}
        texts={TEXTS}
        search={SEARCH}
      >
        {role === 'SALESC' && <Button onClick={() => setAdding(true)}>Add Axima Domain</Button>}
      </TableScreen>
      {opened && <DomainDialog domain={opened} onClose={() => setOpened(undefined)} />}
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
    </>
  );
}
