import type { OwnDomainCard, OwnSubscription } from '@desk/contract/own-domains';
import type { OwnRenewal } from '@desk/contract/own-renewals';
import { useId, useRef, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { AddSeatsForm } from './add-seats.form.tsx';
import { isUnderWay, orderWords, renewalBadge, seatWords, subscriptionFacts, waitingWords } from './model.ts';
import classes from './own-domains.module.css';

export interface CardActions {
  /** Undefined: not on this person's screens. */
  onDecide: ((renewal: OwnRenewal) => void) | undefined;
  mayAdd: boolean;
  /** Asks for the cards again. */
  refetch: () => Promise<unknown>;
}

/** A domain: of each subscription its seats, price and renewal, and what can be done with it. */
export function DomainCard({ domain, ...actions }: CardActions & { domain: OwnDomainCard }) {
  const { domain_name, domain_status, subscriptions } = domain;
  const id = useId();
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {domain_name}
        </h2>
        <Badge word={domain_status} />
      </div>
      {subscriptions.length === 0 && <p className={classes.about}>{waitingWords(domain)}</p>}
      {subscriptions.length > 0 && (
        <div className={classes.subscriptions}>
          {subscriptions.map((one) => (
            <Subscription key={one.subscription_id} domainName={domain_name} subscription={one} {...actions} />
          ))}
        </div>
      )}
    </article>
  );
}

interface SubscriptionProps extends CardActions {
  domainName: string;
  subscription: OwnSubscription;
}

function Subscription({ domainName, subscription, onDecide, mayAdd, refetch }: SubscriptionProps) {
  const { sku_name, status, order } = subscription;
  const [isAdding, setAdding] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  const badge = renewalBadge(subscription);
  // Where the order began, once its buttons are back.
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => opener.current?.querySelector<HTMLElement>('[data-opener]')?.focus());
  };
  return (
    <section className={classes.subscription} aria-label={`${domainName}, ${sku_name}`}>
      <div className={classes.body}>
        <div className={classes.head}>
          <h3 className={classes.product}>{sku_name}</h3>
          {badge && <Badge word={badge.word} tone={badge.tone} />}
          {status !== 'ACTIVE' && <Badge word={status} />}
        </div>
        <Seats subscription={subscription} />
        <dl className={classes.facts}>
          {subscriptionFacts(subscription).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {order && <OrderNote subscription={subscription} />}
      </div>
      <div ref={opener}>
        {isAdding ? (
          <AddSeatsForm domainName={domainName} subscription={subscription} onOrdered={refetch} onClose={close} />
        ) : (
          <CardButtons
            {...{ domainName, subscription, onDecide }}
            onAdd={mayAdd && subscription.can_add && !isUnderWay(subscription) ? () => setAdding(true) : undefined}
          />
        )}
      </div>
    </section>
  );
}

function Seats({ subscription }: { subscription: OwnSubscription }) {
  const { figure, words, share } = seatWords(subscription);
  return (
    <>
      <p className={classes.seats}>
        <span className={classes.figure}>{figure}</span> {words}
      </p>
      {share !== undefined && (
        <div aria-hidden="true" className={classes.bar}>
          <div style={{ inlineSize: `${String(Math.round(share * 100))}%` }} />
        </div>
      )}
    </>
  );
}

function OrderNote({ subscription: { order } }: { subscription: OwnSubscription }) {
  if (!order) return null;
  if (order.state === 'refused') return <Alert>{orderWords(order)}</Alert>;
  return (
    <p role="status" className={classes.order}>
      {orderWords(order)}
    </p>
  );
}

interface ButtonsProps extends Pick<CardActions, 'onDecide'> {
  domainName: string;
  subscription: OwnSubscription;
  onAdd: (() => void) | undefined;
}

function CardButtons({ domainName, subscription: { renewal, sku_name }, onDecide, onAdd }: ButtonsProps) {
  const toDecide = onDecide && renewal?.may_decide === true ? renewal : undefined;
  if (!toDecide && !onAdd) return null;
  const name = `${domainName}, ${sku_name}`;
  const words = toDecide?.decision ? 'Change decision' : 'Decide';
  return (
    <div className={classes.foot}>
      {toDecide && (
        <Button variant="default" aria-label={`${words}: ${name}`} onClick={() => onDecide?.(toDecide)}>
          {words}
        </Button>
      )}
      {onAdd && (
        <Button variant="default" data-opener aria-label={`Add seats: ${name}`} onClick={onAdd}>
          Add seats
        </Button>
      )}
    </div>
  );
}
