import type { ReplyOf } from '@desk/contract/call';
import { overview } from '@desk/contract/overview';
import { useCall } from '../../api/hooks.ts';
import { CountTable } from '../../kit/chart/count-table.tsx';
import { Panel } from '../../kit/layout/panel.tsx';
import { PieList } from '../../kit/chart/pie-list.tsx';
import type { Loading } from '../../kit/feedback/loading.ts';
import { AsOf } from './as-of.panel.tsx';

type Counts = ReplyOf<typeof overview.supportTickets>;

interface Props {
  asTable: boolean;
  /** A status as the count names it. */
  onOpen: (status: string) => void;
}

/** Tickets of deployment, open and closed. */
export function DeploymentPanel(props: Props) {
  return <TicketPanel title="Deployment Tickets" query={useCall(overview.deploymentTickets, {})} {...props} />;
}

/** Tickets of support, by the help desk's own statuses. */
export function SupportPanel(props: Props) {
  return <TicketPanel title="Support Ticket Status" query={useCall(overview.supportTickets, {})} {...props} />;
}

const SKELETON = { blocks: 4, height: 44 };
const empty = ({ tickets }: Counts) => (tickets.some(({ count }) => count > 0) ? undefined : 'No Data Present');
/** Open and closed look alike in both pies. */
const COLOURS: Readonly<Record<string, number>> = { Open: 1, Closed: 2 };
const sliceOf = ({ status, count }: Counts['tickets'][number]) => {
  const colour = COLOURS[status];
  return { key: status, name: status, value: count, ...(colour !== undefined && { colour }) };
};
const same = (status: string) => status;

interface PanelProps extends Props {
  title: string;
  query: Loading & { readonly data: Counts | undefined };
}

function TicketPanel({ title, query, asTable, onOpen }: PanelProps) {
  return (
    <Panel
      title={title}
      beside={<AsOf service="Zoho Desk" at={query.data?.as_of} />}
      query={query}
      empty={empty}
      skeleton={SKELETON}
    >
      {({ tickets }) =>
        asTable ? (
          <CountTable
            label={title}
            heading="Ticket Status"
            counts={tickets.map(({ status, count }) => ({ key: status, count }))}
            nameOf={same}
            noun="ticket"
            onOpen={({ key }) => onOpen(key)}
          />
        ) : (
          <PieList label={title} hint="show tickets" slices={tickets.map(sliceOf)} onOpen={({ key }) => onOpen(key)} />
        )
      }
    </Panel>
  );
}
