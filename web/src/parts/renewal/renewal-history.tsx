import { renewals } from '@desk/contract/renewals';
import { useCall } from '../../api/hooks.ts';
import { date, instant, shown } from '../../kit/text/format.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { Byline, Entries } from '../../kit/layout/entries.tsx';
import { Pairs } from '../../kit/text/pairs.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const valueOf = (value: string | null) => (value !== null && DAY.test(value) ? date(value) : shown(value));

/** Every write on a renewal, newest first: who, when, and each field's old and new value. */
export function RenewalHistory({ renewalId }: { renewalId: number }) {
  const { data, error, refetch } = useCall(renewals.history, { renewal_id: renewalId });
  if (!data) return error ? <ErrorPanel text={error.message} onRetry={() => void refetch()} /> : <Waiting />;
  if (data.history.length === 0) return <EmptyState text="No Data Present" />;
  return (
    <Entries ordered>
      {data.history.map((entry) => (
        <li key={entry.entry_id}>
          <Byline>
            <strong>{entry.by}</strong>
            <span>{instant(entry.at)}</span>
            <span>{entry.action}</span>
          </Byline>
          <Pairs>
            {entry.changes.map((change) => (
              <div key={change.field} style={{ display: 'contents' }}>
                <dt>{change.field}</dt>
                <dd>
                  {valueOf(change.old)} → {valueOf(change.new)}
                </dd>
              </div>
            ))}
          </Pairs>
        </li>
      ))}
    </Entries>
  );
}
