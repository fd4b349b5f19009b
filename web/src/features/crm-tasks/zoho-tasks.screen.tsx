import { Button } from '@mantine/core';
import { crmTasks } from '@desk/contract/crm-tasks';
import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { TASK_COLUMNS, taskIdentity } from './columns.tsx';
import { CreateTaskDialog } from './create-task.dialog.tsx';

const TITLE = 'Zoho Tasks';
const PAGE_SIZE = 10;
const LONGEST_SUBJECT = 250;
const Search = z.object(tableSearch);

/** The tasks of the accounting department, and a way to a new one. */
export function ZohoTasksScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, page } = search;
  const wanted = q.trim().slice(0, LONGEST_SUBJECT);
  const query = useCall(crmTasks.all, { page, ...(wanted !== '' && { search: wanted }) }, { keep: true });
  useFailedLoad(query, { what: TITLE });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const clear = () => set({ q: '' });
  const list = useServerPage({
    query,
    rows: query.data?.task,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: wanted === '' ? undefined : clear,
  });
  const [isCreating, setIsCreating] = useState(false);
  return (
    <ScreenFrame
      title={TITLE}
      holding={wanted === '' ? 0 : 1}
      beside={<Button onClick={() => setIsCreating(true)}>Create Zoho Task for Account Department</Button>}
      toolbar={<SearchBox label="Search subject" value={q} onSearch={setQuery} />}
    >
      <DataTable
        label={TITLE}
        row={taskIdentity}
        columns={TASK_COLUMNS}
        {...list}
        texts={{ empty: 'No Task Available' }}
      />
      {/* The new one stands first on the first page, whatever was searched for. */}
      {isCreating && <CreateTaskDialog onCreated={clear} onClose={() => setIsCreating(false)} />}
    </ScreenFrame>
  );
}
