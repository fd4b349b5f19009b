import { crmTasks } from '@desk/contract/crm-tasks';
import { useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { TASK_COLUMNS, taskIdentity } from './columns.tsx';
import { CreateTaskDialog } from './create-task.dialog.tsx';

const TITLE = 'Zoho Tasks';
const FILTERS = { q: searchFilter('Search subject', { longest: 250 }) };

/** The tasks of the accounting department, and a way to a new one. */
export function ZohoTasksScreen() {
  const search = useListSearch(FILTERS);
  const { list } = useListCall(crmTasks.all, search, { rows: (reply) => reply.task, failed: { what: TITLE } });
  const [isCreating, setIsCreating] = useState(false);
  const views = useListViews(search, { table: 'crm-tasks', columns: TASK_COLUMNS });
  return (
    <ServerTableScreen
      title={TITLE}
      beside={<Button onClick={() => setIsCreating(true)}>Create Zoho Task for Account Department</Button>}
      list={list}
      row={taskIdentity}
      columns={TASK_COLUMNS}
      views={views}
      texts={{
        empty: 'No Task Available',
        hint: 'Tasks for the account department stand here. Begin with Create Zoho Task for Account Department.',
      }}
    >
      {/* The new one stands first on the first page, whatever was searched for. */}
      {isCreating && <CreateTaskDialog onCreated={() => search.set({ q: '' })} onClose={() => setIsCreating(false)} />}
    </ServerTableScreen>
  );
}
