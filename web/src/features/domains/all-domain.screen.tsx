import { DOMAIN_SORTS, domains, type DomainRow } from '@desk/contract/domains';
import { useMemo, useState } from 'react';
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
      {opened && (
        <OpenedDialog
          opened={'domain' in opened ? { ...opened, domain: asListed(opened.domain, list.view.rows) } : opened}
          onStale={query.refetch}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ServerTableScreen>
  );
}

/** The domain as the list has it by now: it may have been asked for again while a dialog was open. */
const asListed = (domain: DomainRow, rows: readonly DomainRow[]): DomainRow =>
  rows.find(({ domain_id }) => domain_id === domain.domain_id) ?? domain;

interface OpenedProps {
  opened: Opened;
  onStale: () => Promise<unknown>;
  onClose: () => void;
}

function OpenedDialog({ opened, onStale, onClose }: OpenedProps) {
  switch (opened.what) {
    case 'subscriptions':
      return <SubscriptionsDialog domainName={opened.domain.domain_name} onClose={onClose} />;
    case 'status':
      return <DomainStatusDialog domain={opened.domain} onStale={onStale} onClose={onClose} />;
    case 'owner':
      return <RemoveOwnerDialog domain={opened.domain} onStale={onStale} onClose={onClose} />;
    case 'removed':
      return (
        <ListDialog title="Removed owners" fill onClose={onClose}>
          <DecisionsList label="Removed owners" list={domains.decisions} undo={domains.undo} action="owner_removed" />
        </ListDialog>
      );
  }
}
