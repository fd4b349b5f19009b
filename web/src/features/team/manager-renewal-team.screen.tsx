import { team, type TeamMember } from '@desk/contract/team';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { businessMonth } from '../../kit/text/clock.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useOpenedList } from '../../parts/team/opened-list.ts';
import { TeamDomains } from '../../parts/team/team-domains.tsx';
import { useListViews } from '../../parts/views/list-views.tsx';
import { AddMemberDialog } from './add-member.dialog.tsx';
import { memberColumns, memberIdentity } from './columns.tsx';
import { EditMemberDialog } from './edit-member.dialog.tsx';

const FILTERS = { q: searchFilter('Search team name', { longest: 120 }) };

type Open = { what: 'new' } | { what: 'member'; member: TeamMember };

/** The renewal team, ten on a page by name. */
export function ManagerRenewalTeamScreen() {
  const search = useListSearch(FILTERS);
  const { list, query } = useListCall(team.members, search, { rows: (reply) => reply.customer });
  const [open, setOpen] = useState<Open>();
  const domains = useOpenedList('member');
  const { open: openDomains } = domains;
  const columns = useMemo(
    () =>
      memberColumns({
        open: ({ admin_email }) => openDomains(admin_email),
        manage: (member) => setOpen({ what: 'member', member }),
      }),
    [openDomains],
  );
  const views = useListViews(search, { table: 'team', columns });
  const reload = async () => (await query.refetch({ throwOnError: true })).data?.customer;
  return (
    <ServerTableScreen
      title="Manage Renewal Team"
      beside={<Button onClick={() => setOpen({ what: 'new' })}>Add Team Member</Button>}
      list={list}
      row={memberIdentity}
      columns={columns}
      views={views}
      texts={{
        empty: team.tag.refusals[404],
        hint: 'Members of the renewal team stand here. Begin with Add Team Member.',
      }}
    >
      {domains.opened !== undefined && (
        <TeamDomains key={domains.opened} email={domains.opened} month={businessMonth()} onClose={domains.close} />
      )}
      {open && <Opened open={open} reload={reload} onClose={() => setOpen(undefined)} />}
    </ServerTableScreen>
  );
}

interface OpenedProps {
  open: Open;
  /** The page of members as it stands now. */
  reload: () => Promise<readonly TeamMember[] | undefined>;
  onClose: () => void;
}

function Opened({ open, reload, onClose }: OpenedProps) {
  if (open.what === 'new') return <AddMemberDialog onClose={onClose} />;
  const { member } = open;
  const reloaded = async () => {
    const now = (await reload())?.find(({ admin_id }) => admin_id === member.admin_id);
    if (!now) throw new Error(team.update.refusals[404]);
    return now;
  };
  return <EditMemberDialog member={member} reload={reloaded} onClose={onClose} />;
}
