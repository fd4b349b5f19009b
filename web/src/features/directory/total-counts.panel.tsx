import { Card } from '../../kit/layout/card.tsx';
import { number } from '../../kit/text/format.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Line, Section } from '../../kit/layout/section.tsx';
import type { Loading } from '../../kit/feedback/loading.ts';

interface Counts {
  readonly total: number;
  readonly active: number;
  readonly inactive: number;
}

interface Counted {
  query: Loading;
  /** Undefined until they are there. */
  counts: Counts | undefined;
}

/** How many there are in the directory; customers and resellers are counted, and fail, each for themselves. */
export const TotalCountsPanel = ({ customers, resellers }: { customers: Counted; resellers: Counted }) => (
  <Section title="Total Counts">
    <Line>
      <CountsOf what="Customers" {...customers} />
      <CountsOf what="Resellers" {...resellers} />
    </Line>
  </Section>
);

function CountsOf({ what, query, counts }: Counted & { what: string }) {
  if (!counts && query.error)
    return (
      <ErrorPanel
        text={`Could not count the ${what}.`}
        what={query.error.message}
        onRetry={() => void query.refetch()}
      />
    );
  const figure = (count: number | undefined) => (count === undefined ? '…' : number(count));
  return (
    <div role="group" aria-label={what}>
      <Line>
        <strong>{what}</strong>
        <Card label="Total" value={figure(counts?.total)} />
        <Card label="Active" value={figure(counts?.active)} />
        <Card label="Inactive" value={figure(counts?.inactive)} />
      </Line>
    </div>
  );
}
