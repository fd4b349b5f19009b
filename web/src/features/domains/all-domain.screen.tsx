import { DOMAIN_SORTS, domains, type DomainRow } from '@desk/contract/domains';
import { useMemo, useState } from 'react';
import { useRead } from '../../api/hooks.ts';
import { Button } from '../../kit/button/button.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { DecisionsList } from '../../parts/decisions/decisions-list.tsx';
import { decidedFilter } from '../../parts/decisions/statuses.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { SubscriptionsDialog } from '../../parts/subscriptions/subscriptions-dialog.tsx';
import { useListViews } from '../../parts/views/list-views.tsx';
import { domainColumns, domainIdentity } from './columns.tsx';
import { DomainStatusDialog } from './domain-status.dialog.tsx';
import { RemoveOwnerDialog } from './remove-owner.dialog.tsx';

const TITLE = 'All Domain';
const FILTERS = { q: searchFilter('Search domain or company', { longest: 253 }), status: decidedFilter };

type Opened = { what: 'subscriptions' | 'status' | 'owner'; domain: DomainRow } | { what: 'removed' };

/** Every domain of every customer, ten on a page. */
export function AllDomainScreen() {
  const search = useListSearch(FILTERS);
  const { list, query } = useListCall(domains.all, search, {
    rows: (reply) => reply.domains,
    sorts: DOMAIN_SORTS,
    failed: { what: TITLE },
  });
  const [opened, setOpened] = useState<Opened>();
  const read = useRead(domains.all);
  // Asked for by its name: as it is by now, the filters of the list may leave it out.
  const readAgain = async ({ domain_id, domain_name: search }: DomainRow) => {
    const [found] = await Promise.all([read({ page: 1, search }).catch(() => undefined), query.refetch()]);
    return found?.domains.find((one) => one.domain_id === domain_id);
  };
  const columns = useMemo(
    () =>
      domainColumns({
        open: (domain) => setOpened({ what: 'subscriptions', domain }),
        edit: (domain) => setOpened({ what: 'status', domain }),
        removeOwner: (domain) => setOpened({ what: 'owner', domain }),
      }),
    [],
  );
  const views = useListViews(search, { table: 'domains', columns });
  return (
    <ServerTableScreen
      title={TITLE}
      beside={
        <Button variant="default" onClick={() => setOpened({ what: 'removed' })}>
          Removed owners
        </Button>
      }
      list={list}
      row={domainIdentity}
      columns={columns}
      views={views}
      texts={{
        empty: 'Not Domain Present or Could not fetch Domains',
        hint: 'Domains come from the sync with Google, from a file, and from customers.',
      }}
    >
      {opened && <OpenedDialog opened={opened} readAgain={readAgain} onClose={() => setOpened(undefined)} />}
    </ServerTableScreen>
  );
}

interface OpenedProps {
  opened: Opened;
  /** Reads a domain as it is by now, and the list with it. */
  readAgain: (domain: DomainRow) => Promise<DomainRow | undefined>;
  onClose: () => void;
}

function OpenedDialog({ opened, readAgain, onClose }: OpenedProps) {
  switch (opened.what) {
    case 'subscriptions':
      return <SubscriptionsDialog domainName={opened.domain.domain_name} onClose={onClose} />;
    case 'status':
      return <DomainStatusDialog domain={opened.domain} readAgain={() => readAgain(opened.domain)} onClose={onClose} />;
    case 'owner':
      return <RemoveOwnerDialog domain={opened.domain} readAgain={() => readAgain(opened.domain)} onClose={onClose} />;
    case 'removed':
      return (
        <ListDialog title="Removed owners" fill onClose={onClose}>
          <DecisionsList label="Removed owners" list={domains.decisions} undo={domains.undo} action="owner_removed" />
        </ListDialog>
      );
  }
}
