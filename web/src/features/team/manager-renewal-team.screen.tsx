import { Button } from '@mantine/core';
import { team, type TeamMember } from '@desk/contract/team';
import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { businessMonth } from '../../kit/text/clock.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { useOpenedList } from '../../parts/team/opened-list.ts';
import { TeamDomains } from '../../parts/team/team-domains.tsx';
import { AddMemberDialog } from './add-member.dialog.tsx';
import { memberColumns, memberIdentity } from './columns.tsx';
import { EditMemberDialog } from './edit-member.dialog.tsx';

const TITLE = 'Manage Renewal Team';
const TEXTS = { empty: team.tag.refusals[404] };
const PAGE_SIZE = 10;
const LONGEST_NAME = 120;
const Search = z.object(tableSearch);

type Open = { what: 'new' } | { what: 'member'; member: TeamMember };

/** The renewal team, ten on a page by name. */
export function ManagerRenewalTeamScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_NAME);
  const query = useCall(team.members, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  const [open, setOpen] = useState<Open>();
  const domains = useOpenedList('member');
  const { open: openDomains } = domains;
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const columns = useMemo(
    () =>
      memberColumns({
        open: ({ admin_email }) => openDomains(admin_email),
        manage: (member) => setOpen({ what: 'member', member }),
      }),
    [openDomains],
  );
  const list = useServerPage({
    query,
    rows: query.data?.customer,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: wanted === '' ? undefined : () => set({ q: '' }),
  });
  const reload = async () => (await query.refetch({ throwOnError: true })).data?.customer;
  return (
    <ScreenFrame
      title={TITLE}
      holding={wanted === '' ? 0 : 1}
      beside={<Button onClick={() => setOpen({ what: 'new' })}>Add Team Member</Button>}
      toolbar={<SearchBox label="Search team name" value={q} onSearch={setQuery} />}
    >
      <DataTable label={TITLE} row={memberIdentity} columns={columns} {...list} texts={TEXTS} />
      {domains.opened !== undefined && (
        <TeamDomains key={domains.opened} email={domains.opened} month={businessMonth()} onClose={domains.close} />
      )}
      {open && <Opened open={open} reload={reload} onClose={() => setOpen(undefined)} />}
    </ScreenFrame>
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
