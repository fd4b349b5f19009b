import type { InputOf } from '@desk/contract/call';
import { jobs, type FailedWork } from '@desk/contract/jobs';
import { useMemo, useRef, useState } from 'react';
import { useSend } from '../../api/hooks.ts';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { instant, number } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Section } from '../../kit/layout/section.tsx';
import type { Loading } from '../../kit/feedback/loading.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { failedColumns, failedIdentity, taskWords } from './columns.tsx';

const PAGE_SIZE = 10;
const nothing = () => undefined;

interface Props {
  query: Loading;
  failed: readonly FailedWork[];
  /** How much there is of it; the newest of it is in `failed`. */
  total: number;
}

/** Work whose last try has failed: a person brings it on, or takes it away. */
export function GivenUpPanel({ query, failed, total }: Props) {
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<FailedWork>();
  const again = useWorkAction(jobs.again, 'is tried again', { query, failed });
  const remove = useWorkAction(jobs.remove, 'was removed', { query, failed });
  const columns = useMemo(() => failedColumns({ again, remove: setRemoving }), [again]);
  const view = usePaged(failed, { row: failedIdentity, columns, sort: undefined, page, size: PAGE_SIZE });
  return (
    <Section title="Given up">
      {failed.length > 0 && total > failed.length && (
        <p>
          The newest {number(failed.length)} of {number(total)} are shown.
        </p>
      )}
      <DataTable
        label="Given up"
        row={failedIdentity}
        columns={columns}
        view={{ ...view, onSort: nothing, onPage: setPage }}
        query={query}
        texts={{
          empty: 'No work was given up.',
          hint: 'Work that failed for good stands here, to be tried again or removed.',
        }}
      />
      {removing && (
        <Confirm
          title={`Remove: ${taskWords(removing.task)}?`}
          yes="Remove"
          onYes={() => {
            remove(removing);
            setRemoving(undefined);
          }}
          no="Keep it"
          onNo={() => setRemoving(undefined)}
        >
          It failed on {instant(removing.failed_at)} and will never be done.
        </Confirm>
      )}
    </Section>
  );
}

type WorkCall = typeof jobs.again | typeof jobs.remove;

/** Does it with one piece of work; a second press while that is under way does nothing. */
function useWorkAction(call: WorkCall, done: string, { query: { refetch }, failed }: Pick<Props, 'query' | 'failed'>) {
  const { mutateAsync } = useSend(call, {
    recent: ({ work_id }) => {
      const work = failed.find((one) => one.work_id === work_id);
      return { what: `${work ? taskWords(work.task) : `Work ${work_id}`}: ${done}` };
    },
  });
  const underWay = useRef(new Set<InputOf<WorkCall>['work_id']>());
  const act = async ({ work_id, task }: FailedWork) => {
    underWay.current.add(work_id);
    try {
      await mutateAsync({ work_id });
      toast('done', `${taskWords(task)}: ${done}`);
    } catch (error) {
      toast('failed', (error as Error).message);
      // A colleague may have seen to it.
      await refetch();
    } finally {
      underWay.current.delete(work_id);
    }
  };
  return useStable((work: FailedWork) => {
    if (!underWay.current.has(work.work_id)) void act(work);
  });
}
