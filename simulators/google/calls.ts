import { choice, type Fields } from './fields.ts';
import { listSubscriptions, shown } from './listing.ts';
import type { ApiMethod } from './routes.ts';
import { newCustomer, patchedCustomer, replacedCustomer } from './rules/accounts.ts';
import { activated, suspended } from './rules/lifecycle.ts';
import { ordered } from './rules/orders.ts';
import { withPaidService, withPlan, withRenewalType, withSeats } from './rules/plans.ts';
import type { State } from './state.ts';
import type { Customer, Subscription } from './wire.ts';

interface Call {
  customerId: string;
  subscriptionId: string;
  query: URLSearchParams;
  body: Fields;
}

/** The JSON of the answer; undefined: 204 without one. */
type Handler = (call: Call, state: State) => unknown;

/** One subscription is read, changed by a rule, and put back. */
const changing =
  (rule: (subscription: Subscription, order: Fields, now: number) => Subscription): Handler =>
  (call, state) =>
    shown(state.store.put(rule(named(call, state), call.body, state.now())));

const named = ({ customerId, subscriptionId }: Call, { accounts, store }: State) =>
  store.get(subscriptionId, accounts.managed(customerId).customerId);

const changingCustomer =
  (rule: (customer: Customer, body: Fields) => Customer): Handler =>
  ({ customerId, body }, { accounts }) => {
    const changed = rule(accounts.managed(customerId), body);
    accounts.put(changed);
    return changed;
  };

function insertSubscription({ customerId, query, body }: Call, { accounts, store, now }: State) {
  const token = query.get('customerAuthToken');
  const customer = token === null ? accounts.managed(customerId) : accounts.takeOver(customerId, token);
  const { bought, replaced } = ordered({
    customer,
    present: store.of(customer.customerId),
    body,
    action: query.get('action') ?? undefined,
    sourceSkuId: query.get('sourceSkuId') ?? undefined,
    subscriptionId: store.newId(),
    now: now(),
  });
  return shown(replaced ? store.replace(replaced, bought) : store.put(bought));
}

function insertCustomer({ query, body }: Call, { accounts }: State) {
  const token = query.get('customerAuthToken');
  const wished = newCustomer(body, accounts.newId());
  if (token !== null) {
    const { customerId, resourceUiUrl } = accounts.takeOver(wished.customerDomain, token);
    Object.assign(wished, { customerId, resourceUiUrl, customerDomainVerified: true });
  } else {
    accounts.refuseKnown(wished.customerDomain);
  }
  accounts.put(wished);
  return wished;
}

function deleteSubscription(call: Call, state: State) {
  const type = choice(Object.fromEntries(call.query), 'deletionType', ['cancel', 'transfer_to_direct']);
  state.store.remove(named(call, state).subscriptionId, type === 'cancel' ? 'RESELLER_INITIATED' : 'TRANSFERRED_OUT');
  return undefined;
}

export const HANDLERS: Record<ApiMethod, Handler> = {
  'subscriptions.list': ({ query }, state) => listSubscriptions(query, state),
  'subscriptions.get': (call, state) => shown(named(call, state)),
  'subscriptions.insert': insertSubscription,
  'subscriptions.changeSeats': changing(withSeats),
  'subscriptions.changePlan': changing(withPlan),
  'subscriptions.changeRenewalSettings': changing(withRenewalType),
  'subscriptions.activate': changing((subscription, _, now) => activated(subscription, now)),
  'subscriptions.suspend': changing(suspended),
  'subscriptions.startPaidService': changing((subscription, _, now) => withPaidService(subscription, now)),
  'subscriptions.delete': deleteSubscription,
  'customers.get': ({ customerId }, { accounts }) => accounts.look(customerId),
  'customers.insert': insertCustomer,
  'customers.patch': changingCustomer(patchedCustomer),
  'customers.update': changingCustomer(replacedCustomer),
  'resellernotify.getwatchdetails': (_, { notifications }) => notifications.details(),
  'resellernotify.register': ({ query, body }, { notifications }) => notifications.register(query, body),
  'resellernotify.unregister': ({ query, body }, { notifications }) => notifications.unregister(query, body),
};
