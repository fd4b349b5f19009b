import { crmTasks, TaskState, type CrmTask } from '@desk/contract/crm-tasks';
import { useCallback, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFailedLoad } from '../../kit/feedback/failed-load.ts';
import { FilterSelect } from '../../kit/filter/filters.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { useServerPage } from '../../kit/table/server-page.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { historyColumns, taskIdentity } from './columns.tsx';

const TITLE = 'Zoho Task History';
const PAGE_SIZE = 10;
const LONGEST_SUBJECT = 250;
const StateOrAll = z.catch(z.union([TaskState, z.literal('')]), '');
const Search = z.object({ ...tableSearch, state: StateOrAll });

/** Every task, by whom it was created and what the CRM made of it. */
export function ZohoTaskHistoryScreen() {
  const [search, set] = useScreenSearch(Search);
  const { q, state, page } = search;
  const wanted = q.trim().slice(0, LONGEST_SUBJECT);
  const query = useCall(
    crmTasks.all,
    { page, ...(wanted !== '' && { search: wanted }), ...(state !== '' && { state }) },
    { keep: true },
  );
  useFailedLoad(query, { what: TITLE });
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const holding = [wanted, state].filter((filter) => filter !== '').length;
  const list = useServerPage({
    query,
    rows: query.data?.task,
    total: query.data?.total,
    size: PAGE_SIZE,
    search,
    set,
    onClear: holding === 0 ? undefined : () => set({ q: '', state: '' }),
  });
  const sendAgain = useSendAgain(query.refetch);
  const columns = useMemo(() => historyColumns(sendAgain), [sendAgain]);
  return (
    <ScreenFrame
      title={TITLE}
      holding={holding}
      toolbar={
        <>
          <SearchBox label="Search subject" value={q} onSearch={setQuery} />
          <FilterSelect
            label="State"
            value={state}
            options={TaskState.options}
            onChange={(next) => set({ state: StateOrAll.parse(next) })}
          />
        </>
      }
    >
      <DataTable label={TITLE} row={taskIdentity} columns={columns} {...list} texts={{ empty: 'No Task Available' }} />
    </ScreenFrame>
  );
}

/** Sends refused tasks to the CRM again; a second press on one that is under way does nothing. */
function useSendAgain(onFailed: () => unknown) {
  const resend = useSend(crmTasks.resend, {
    recent: ({ task_id }) => ({ what: `Task ${String(task_id)} sent to the CRM again` }),
  });
  const underWay = useRef(new Set<number>());
  const send = async ({ task_id, subject }: CrmTask) => {
    underWay.current.add(task_id);
    try {
      await resend.mutateAsync({ task_id });
      toast('done', `${subject} is on its way to the CRM again`);
    } catch (error) {
      toast('failed', (error as Error).message);
      // It may have been sent again by somebody else.
      await onFailed();
    } finally {
      underWay.current.delete(task_id);
    }
  };
  return useStable((task: CrmTask) => {
    if (!underWay.current.has(task.task_id)) void send(task);
  });
}
