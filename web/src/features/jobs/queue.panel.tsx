import type { QueuedWork } from '@desk/contract/jobs';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Section } from '../../kit/layout/section.tsx';
import type { Loading } from '../../kit/feedback/loading.ts';
import { QUEUE_COLUMNS, queuedIdentity } from './columns.tsx';

const nothing = () => undefined;

interface Props {
  query: Loading;
  /** A row for each kind of work that there is. */
  queue: readonly QueuedWork[];
}

/** How much work of which kind waits, is being done, rests, and was given up. */
export const QueuePanel = ({ query, queue }: Props) => (
  <Section title="Queue">
    <DataTable
      label="Queue"
      row={queuedIdentity}
      columns={QUEUE_COLUMNS}
      view={{
        rows: queue,
        total: queue.length,
        page: 1,
        size: Math.max(1, queue.length),
        sort: undefined,
        onSort: nothing,
        onPage: nothing,
      }}
      query={query}
      texts={{ empty: 'Nothing waits.', hint: 'Work that waits for its turn stands here until it is done.' }}
    />
  </Section>
);
