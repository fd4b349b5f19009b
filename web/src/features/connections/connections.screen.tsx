import { connections, type Connection } from '@desk/contract/connections';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { useStable } from '../../kit/browser/use-stable.ts';
import { syncAgain } from '../../parts/sync/sync-standing.tsx';
import { ConnectionPanel } from './connection.panel.tsx';

const TITLE = 'Connections';
/** A run of the night, or of a colleague, is seen without a click. */
const IDLE_MS = 30_000;

const again = (all: readonly Connection[] = []): number => {
  const waits = all.map(({ state }) => syncAgain(state ?? undefined)).filter((wait) => wait !== false);
  return Math.min(IDLE_MS, ...waits);
};

/** The external services: state, last and next sync, and a button to sync now. */
export function ConnectionsScreen() {
  const { data, error, refetch } = useCall(connections.all, {}, { again: (last) => again(last?.connections) });
  // A refresh that is under way goes on: pages may be read faster than the answers come.
  const refresh = useStable(() => void refetch({ cancelRefetch: false }));
  useServerEvent('sync', refresh);
  useServerEvent('crm', refresh);
  return (
    <ScreenFrame title={TITLE}>
      {error && (
        <ErrorPanel text="Could not fetch the connections." what={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton blocks={4} height={104} />}
      <div>
        {data?.connections.map((connection) => (
          <ConnectionPanel key={connection.service} connection={connection} />
        ))}
      </div>
    </ScreenFrame>
  );
}
