import { licences, type OrderState, type SeatOrder } from '@desk/contract/licences';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { counted, instant, payable } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Line } from '../../kit/layout/section.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import classes from './licences.module.css';
import { FailureText } from '../../kit/text/failure-text.tsx';
import { Notice } from '../../kit/feedback/notice.tsx';
import { Pairs } from '../../kit/text/pairs.tsx';
import { planWords } from '@desk/contract/words/plan-words';
import { seatChange } from './columns.tsx';

const POLL_MS = 3000;
/** Google has not answered: the next try is some way off. */
const HELD_UP_POLL_MS = 15_000;

/** Nothing is decided yet. */
export const isUnderWay = ({ state }: SeatOrder): boolean => state === 'submitted' || state === 'unknown';

/** One order of a domain, asked for again as long as it is under way. */
function useOrder(domainName: string, orderId: number) {
  const wanted = ({ order_id }: SeatOrder) => order_id === orderId;
  const query = useCall(
    licences.orders,
    { search: domainName },
    {
      again: (last) => {
        const order = last?.orders.find(wanted);
        if (order && !isUnderWay(order)) return false;
        return order?.state === 'unknown' ? HELD_UP_POLL_MS : POLL_MS;
      },
    },
  );
  return { query, order: query.data?.orders.find(wanted) };
}

/** How an order stands, in words; `holder` starts the sentence on who has the seats now. */
const sentences = ({ added_seats, seats_after, was_asked }: SeatOrder, holder: string): Record<OrderState, string> => ({
  submitted: `${counted(added_seats, 'seat')} ordered. You may close this: the order goes on.`,
  unknown: 'Google stopped answering: it is not known yet whether the seats were added. Nothing is bought twice.',
  done: seats_after === null ? 'The seats were added.' : `${holder} ${counted(seats_after, 'seat')}.`,
  refused: was_asked ? 'The order was closed.' : 'No seats were added.',
});

interface Props {
  title: string;
  domainName: string;
  orderId: number;
  /** Set while the form that `onMore` opens is loading. */
  busy: boolean;
  /** Leads to another order; `seats` are what its form starts with. */
  onMore: (seats: string) => void;
  onClose: () => void;
}

/** An order as it stands, until it is decided. */
export function OrderDialog({ title, domainName, orderId, busy, onMore, onClose }: Props) {
  const { query, order } = useOrder(domainName, orderId);
  const decided = order && !isUnderWay(order) ? order : undefined;
  const isRefused = decided?.state === 'refused';
  return (
    <ListDialog
      title={title}
      size={440}
      onClose={onClose}
      beside={
        decided && (
          <BusyButton busy={busy} onClick={() => onMore(isRefused ? String(decided.added_seats) : '')}>
            {isRefused ? 'Try again' : 'Add more seats'}
          </BusyButton>
        )
      }
    >
      {order ? <Standing order={order} /> : <Awaited query={query} />}
      {order && query.isError && (
        <Notice live>
          How it stands cannot be asked right now: this is the last that we know. It is asked again by itself.
        </Notice>
      )}
    </ListDialog>
  );
}

function Awaited({ query }: { query: ReturnType<typeof useOrder>['query'] }) {
  if (query.isError)
    return <ErrorPanel text="The order was given." what={query.error.message} onRetry={() => void query.refetch()} />;
  if (query.isFetchedAfterMount) return <p role="status">The order was given. It stands among the orders.</p>;
  return <Skeleton blocks={2} height={36} />;
}

function Standing({ order }: { order: SeatOrder }) {
  const role = useSession()?.role;
  const texts = sentences(order, role === 'CUSTOMER' ? 'You now have' : `${order.domain_name} now has`);
  return (
    <div className={classes.standing}>
      <div role="status">
        <Line>
          <Badge word={order.state} />
          <strong>{texts[order.state]}</strong>
        </Line>
        {order.reason !== null && (
          <p>
            <FailureText>{order.reason}</FailureText>
          </p>
        )}
      </div>
      <Pairs>
        <dt>Subscription</dt>
        <dd>
          {order.sku_name}, {planWords(order.plan_name)}
        </dd>
        <dt>Seats ordered</dt>
        <dd>{counted(order.added_seats, 'seat')}</dd>
        {order.seats_after !== null && (
          <>
            <dt>Seats</dt>
            <dd>{seatChange(order)}</dd>
          </>
        )}
        <dt>Cost</dt>
        <dd>{payable(order.estimate, order.currency)}</dd>
        <dt>Ordered by</dt>
        <dd>
          {order.created_by}, {instant(order.timestamp)}
        </dd>
      </Pairs>
    </div>
  );
}
