import { crmTasks, TaskState, type CrmTask } from '@desk/contract/crm-tasks';
import { useMemo } from 'react';
import { useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { choiceFilter, searchFilter } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { useOncePerRow } from '../../kit/button/once-per-row.ts';
import { ServerTableScreen } from '../../kit/table/server-table.tsx';
import { useListCall } from '../../parts/lists/list-call.ts';
import { useListViews } from '../../parts/views/list-views.tsx';
import { HISTORY_VIEWS, historyColumns, taskIdentity } from './columns.tsx';

const TITLE = 'Zoho Task History';
const FILTERS = {
  q: searchFilter('Search subject', { longest: 250 }),
  state: choiceFilter('State', { field: 'state', values: TaskState.options }),
};

/** Every task, by whom it was created and what the CRM made of it. */
export function ZohoTaskHistoryScreen() {
  const search = useListSearch(FILTERS);
  const { list, query } = useListCall(crmTasks.all, search, {
    rows: (reply) => reply.task,
    failed: { what: TITLE },
  });
  const sendAgain = useSendAgain(query.refetch);
  const columns = useMemo(() => historyColumns(sendAgain), [sendAgain]);
  const views = useListViews(search, { table: 'crm-task-history', columns, builtIn: HISTORY_VIEWS });
  return (
    <ServerTableScreen
      title={TITLE}
      list={list}
      row={taskIdentity}
      columns={columns}
      views={views}
      texts={{
        empty: 'No Task Available',
        hint: 'Tasks that were created on Zoho Tasks stand here, with what became of them in the CRM.',
      }}
    />
  );
}

/** Sends refused tasks to the CRM again; a second press on one that is under way does nothing. */
function useSendAgain(onFailed: () => unknown) {
  const resend = useSend(crmTasks.resend, {
    recent: ({ task_id }) => ({ what: `Task ${String(task_id)} sent to the CRM again` }),
  });
  const send = async ({ task_id, subject }: CrmTask) => {
    try {
      await resend.mutateAsync({ task_id });
      toast('done', `${subject} is on its way to the CRM again`);
    } catch (error) {
      toast('failed', (error as Error).message);
      // It may have been sent again by somebody else.
      await onFailed();
    }
  };
  return useOncePerRow(taskIdentity.key, send);
}
