import { connections, type Connection, type Service } from '@desk/contract/connections';
import { useBrand } from '../../api/brand.ts';
import { useSend } from '../../api/hooks.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { counted, instant, number } from '../../kit/text/format.ts';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Section } from '../../kit/layout/section.tsx';
import { nextSyncWords, SyncStanding } from '../../parts/sync/sync-standing.tsx';

/** The rows of each service, singular and plural. */
const SERVICES: Readonly<Record<Service, { title: string; one: string; many: string }>> = {
  google: { title: 'Google subscriptions', one: 'subscription', many: 'subscriptions' },
  crm_contacts: { title: 'Zoho CRM contacts', one: 'person', many: 'people' },
  books: { title: 'Zoho Books', one: 'contact or invoice', many: 'contacts and invoices' },
  desk: { title: 'Zoho Desk', one: 'ticket', many: 'tickets' },
  directory_product: { title: 'Directory product', one: 'organisation', many: 'organisations' },
};

/** The directory product goes by its own name, as soon as that is known. */
function useTitle(service: Service): string {
  const product = useBrand().data?.directory_product_name;
  return service === 'directory_product' && product !== undefined ? product : SERVICES[service].title;
}

/** One service: how its newest run stands, when the next one starts, and a button that starts one now. */
export function ConnectionPanel({ connection }: { connection: Connection }) {
  const { service, configured, next_run, done_at, state } = connection;
  const { one, many } = SERVICES[service];
  const title = useTitle(service);
  const start = useSend(connections.run, { recent: () => ({ what: `${title}: sync started` }) });
  const run = () => void toastOutcome(start.mutateAsync({ service }));
  return (
    <Section
      title={title}
      beside={
        configured ? (
          <BusyButton variant="default" aria-label={`Run now: ${title}`} busy={start.isPending} onClick={run}>
            Run now
          </BusyButton>
        ) : (
          <Badge word="not configured" />
        )
      }
    >
      <SyncStanding
        label={title}
        run={runOf(connection)}
        standing={standing}
        read={({ read }) => ({ words: counted(read, one, many), count: read, things: many })}
      />
      <p>
        {state === null && 'No sync has run yet. '}
        {state !== null &&
          state !== 'done' &&
          done_at !== null &&
          `The last one that went well ended on ${instant(done_at)}. `}
        {nextWords(configured, next_run, title)}
      </p>
    </Section>
  );
}

const nextWords = (configured: boolean, next: string | null, title: string) =>
  configured && next === null ? 'No sync is scheduled.' : nextSyncWords(configured ? next : null, title);

type Run = Connection & { readonly state: NonNullable<Connection['state']> };

/** The newest run; undefined: there was none. */
const runOf = (connection: Connection): Run | undefined =>
  connection.state === null ? undefined : { ...connection, state: connection.state };

/** How a run that has not failed stands, in a sentence. */
function standing({
  service,
  state,
  started_at,
  started_by,
  finished_at,
  read,
  changed,
  skipped,
  attempts,
  error,
}: Run): string {
  const { one, many } = SERVICES[service];
  if (state === 'done')
    return `Finished on ${instant(finished_at)}: ${counted(read, one, many)} read, ${number(changed)} new or changed${skipped > 0 ? `, ${number(skipped)} not readable and left as they were` : ''}.`;
  if (state === 'running')
    return `Started on ${instant(started_at)} by ${started_by ?? 'the server'}${attempts > 1 ? `, try ${String(attempts)}` : ''}.`;
  if (error !== null) return `Try ${String(attempts)} failed, the next one starts by itself. ${error}`;
  return `Waiting to start since ${instant(started_at)}.`;
}
