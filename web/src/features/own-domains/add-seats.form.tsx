import { licences, MOST_SEATS } from '@desk/contract/licences';
import type { OwnSubscription } from '@desk/contract/own-domains';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';
import { useCall } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { useClosing } from '../../kit/dialog/use-closing.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { COULD_NOT_FETCH } from '../../kit/feedback/failed-load.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { Stepper } from '../../kit/form/stepper.tsx';
import { counted } from '../../kit/text/format.ts';
import { useSeatOrder, type LicenceDetails } from '../../parts/subscriptions/seat-order.ts';
import { addedIn, isMuch, mostToAdd, OutcomeWords, useSecondLook } from '../../parts/subscriptions/seat-outcome.tsx';
import classes from './own-domains.module.css';

interface Props {
  domainName: string;
  subscription: OwnSubscription;
  /** An order was given, or is under way: the card tells of it. */
  onOrdered: () => Promise<unknown>;
  onClose: () => void;
}

/** Seats are added on the card itself: how many, what that costs, and the order. */
export function AddSeatsForm({ domainName, subscription, onOrdered, onClose }: Props) {
  const { subscription_id, sku_name } = subscription;
  const query = useCall(licences.subscription, { subscription_id });
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => step.current?.querySelector('input')?.focus(), []);
  const details = useDetails(query);
  const [isSending, setSending] = useState(false);
  const closing = useClosing({ isSending, onClose });
  const closed = details && whyClosed(details);
  const refetch = async () => {
    const { data } = await query.refetch();
    if (data?.order) await onOrdered();
    return { data };
  };
  return (
    <div ref={step} role="group" aria-label={`Add seats to ${domainName}, ${sku_name}`}>
      {closed === undefined ? (
        <Step
          {...{ domainName, details, onOrdered, closing, isSending, onSending: setSending }}
          onStale={refetch}
          failure={query.error?.message}
        />
      ) : (
        <div className={classes.step}>
          <p role="status">{closed}</p>
          <Button variant="default" aria-disabled={isSending} onClick={closing.close}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * The price and the seats of an earlier opening are old. What was read since stays where it cannot be read again: the order
 * that was sent, and what is said of it, stand on it.
 */
function useDetails({ data, isFetchedAfterMount, isSuccess }: UseQueryResult<LicenceDetails>) {
  const [isRead, setRead] = useState(false);
  if (!isRead && isFetchedAfterMount && isSuccess) setRead(true);
  return isRead ? data : undefined;
}

const whyClosed = ({ order, closed_because, seats }: LicenceDetails): string | undefined => {
  if (order) return `An order of ${counted(order.added_seats, 'seat')} is under way.`;
  return closed_because ?? (seats === null ? licences.add.refusals[422] : undefined);
};

interface StepProps extends Pick<Props, 'domainName' | 'onOrdered'> {
  details: LicenceDetails | undefined;
  closing: ReturnType<typeof useClosing>;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onStale: () => Promise<{ data: LicenceDetails | undefined }>;
  /** Why the price could not be asked for. */
  failure: string | undefined;
}

/** What is typed: the seats to add, undefined where it is no number of them that can be bought. */
function readSeats(typed: string, details: LicenceDetails | undefined) {
  const added = addedIn(typed);
  const isTooMany = added !== undefined && details !== undefined && added > mostToAdd(details);
  return { added, orderable: isTooMany ? undefined : added };
}

function Step({ details, failure, ...ordered }: StepProps) {
  const [typed, setTyped] = useState('1');
  const { added, orderable } = readSeats(typed, details);
  const outcome = useId();
  const words = added === undefined ? 'Add seats' : `Add ${counted(added, 'seat')}`;
  return (
    <form noValidate aria-describedby={outcome} className={classes.step} onSubmit={(event) => event.preventDefault()}>
      <Stepper
        label="Add seats"
        value={typed}
        least={1}
        most={details ? mostToAdd(details) : MOST_SEATS}
        isWrong={typed !== '' && orderable === undefined}
        onChange={setTyped}
      />
      <div id={outcome} role="status" className={classes.outcome}>
        <Outcome added={added} details={details} isAsking={failure === undefined} />
      </div>
      {failure !== undefined && !details && (
        <ErrorPanel text={COULD_NOT_FETCH} what={failure} onRetry={() => void ordered.onStale()} />
      )}
      {details ? (
        <Ordering {...ordered} details={details} added={orderable} words={words} />
      ) : (
        <div className={classes.actions}>
          <Button disabled>{words}</Button>
          <Button variant="default" onClick={ordered.closing.close}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  );
}

interface OutcomeProps {
  added: number | undefined;
  details: LicenceDetails | undefined;
  isAsking: boolean;
}

function Outcome({ added, details, isAsking }: OutcomeProps) {
  if (added === undefined) return <p>Enter how many seats to add, as a whole number</p>;
  if (details) return <OutcomeWords added={added} details={details} />;
  return isAsking && <Waiting text="Asking for the price…" />;
}

interface OrderingProps extends Omit<StepProps, 'details' | 'failure'> {
  details: LicenceDetails;
  added: number | undefined;
  words: string;
}

/** The order itself, once its price is there; what it is refused for stands where it was given. */
function Ordering({ domainName, details, added, words, onStale, onOrdered, ...sending }: OrderingProps) {
  const { closing, isSending, onSending } = sending;
  const order = useSeatOrder({ domainName, details, seats: details.seats ?? 0, onStale });
  const { ask, question } = useSecondLook(details);
  const [refusal, setRefusal] = useState<string>();
  const give = async (seats: number) => {
    setRefusal(undefined);
    if (isMuch(seats, details) && !(await ask(seats))) return;
    onSending(true);
    try {
      await order(seats);
      await onOrdered();
      closing.closeSent();
    } catch (error) {
      const { message } = error as Error;
      if (closing.isThere()) setRefusal(message);
      else toast('failed', message);
    } finally {
      onSending(false);
    }
  };
  const press = (event: SyntheticEvent) => {
    event.preventDefault();
    if (added !== undefined && !isSending) void give(added);
  };
  return (
    <>
      {refusal !== undefined && <Alert>{refusal}</Alert>}
      <div className={classes.actions}>
        <BusyButton type="submit" busy={isSending} disabled={added === undefined} onClick={press}>
          {words}
        </BusyButton>
        <Button variant="default" aria-disabled={isSending} onClick={closing.close}>
          Cancel
        </Button>
      </div>
      {question}
    </>
  );
}
