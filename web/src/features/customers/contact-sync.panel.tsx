import { customers, type ContactSync } from '@desk/contract/customers';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { instant, number } from '../../kit/text/format.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Section } from '../../kit/layout/section.tsx';
import { nextSyncWords, syncAgain, SyncStanding } from '../../parts/sync/sync-standing.tsx';

/** The sync of people with the CRM: how the last one stands, when the next one starts. */
export function ContactSyncPanel() {
  const { data, error, refetch } = useCall(customers.sync, {}, { again: (last) => syncAgain(last?.sync?.state) });
  const start = useSend(customers.startSync, { recent: () => ({ what: 'Contact sync started' }) });
  return (
    <Section
      title="Contact sync"
      beside={
        <BusyButton variant="default" busy={start.isPending} onClick={() => void toastOutcome(start.mutateAsync({}))}>
          Sync with the CRM
        </BusyButton>
      }
    >
      <SyncStanding label="Contact sync" run={data?.sync ?? undefined} standing={standing} read={readSoFar} />
      {data && (
        <p>
          {data.sync === null && 'No sync has run yet. '}
          {nextSyncWords(data.next_run, 'the CRM')}
        </p>
      )}
      {!data && error && <ErrorPanel text={error.message} what="Contact sync" onRetry={() => void refetch()} />}
    </Section>
  );
}

const people = (count: number) => `${number(count)} ${count === 1 ? 'person' : 'people'}`;

const readSoFar = ({ contacts }: ContactSync) => ({ words: people(contacts), count: contacts, things: 'people' });

/** How a run stands, in a sentence. */
function standing({ state, started_at, finished_at, contacts, changed, error }: ContactSync): string {
  if (state === 'done')
    return `Finished on ${instant(finished_at)}: ${people(contacts)} read, ${number(changed)} new or changed.`;
  if (state === 'running') return `Started on ${instant(started_at)}.`;
  if (error !== null) return `The last try failed, the next one starts by itself. ${error}`;
  return `Waiting to start since ${instant(started_at)}.`;
}
