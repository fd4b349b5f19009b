import { skuOf, SKUS, type Sku } from '../../world/skus.ts';
import type { PlanName } from '../../world/types.ts';
import { part, requiredText, type Fields } from '../fields.ts';
import { duplicate, invalid } from '../refusal.ts';
import type { Customer, Subscription } from '../wire.ts';
import { freshPlan, planNameOf, references } from './plans.ts';
import { refuseShrinking, seatsForPlan } from './seats.ts';

interface Order {
  customer: Customer;
  /** The customer's other subscriptions. */
  present: readonly Subscription[];
  body: Fields;
  action: string | undefined;
  sourceSkuId: string | undefined;
  subscriptionId: string;
  now: number;
}

interface Purchase {
  bought: Subscription;
  /** The subscription that ends because the new one takes its place. */
  replaced: Subscription | undefined;
}

/** A purchase, or a switch to another SKU: a new subscription with a new id, and the old one ends. */
export function ordered({ customer, present, body, action, sourceSkuId, subscriptionId, now }: Order): Purchase {
  const planName = planNameOf(part(body, 'plan'));
  const sku = skuForSale(requiredText(body, 'skuId'), planName, present);
  const replaced = replacedBy(sku.productId, { present, action, sourceSkuId });
  const seats = seatsForPlan(planName, part(body, 'seats'), replaced?.seats.licensedNumberOfSeats ?? 0);
  // A commitment lives on through an upgrade: the same plan, the same end, and no fewer seats.
  const continued = replaced?.plan.planName === planName ? replaced : undefined;
  if (continued) refuseShrinking(continued.seats, seats);
  const { plan, renewalSettings, trialSettings } = continued ?? freshPlan(planName, now);
  const bought: Subscription = {
    kind: 'reseller#subscription',
    customerId: customer.customerId,
    customerDomain: customer.customerDomain,
    subscriptionId,
    skuId: sku.skuId,
    skuName: sku.name,
    status: 'ACTIVE',
    billingMethod: replaced?.billingMethod ?? 'ONLINE',
    creationTime: String(now),
    plan,
    seats,
    renewalSettings,
    trialSettings,
    ...references(body),
    resourceUiUrl: customer.resourceUiUrl,
  };
  return { bought, replaced };
}

function skuForSale(skuId: string, planName: PlanName, present: Order['present']): Sku {
  const sku = skuOf(skuId);
  if (!sku) throw invalid('Invalid value for: skuId');
  if (present.some((one) => one.skuId === skuId)) throw duplicate(`The customer already has SKU ${skuId}`);
  if ((planName === 'FREE') !== (skuId === SKUS.cloudIdentity.skuId)) {
    throw invalid(`Plan ${planName} is not sold for SKU ${skuId}`);
  }
  return sku;
}

function replacedBy(
  productId: string,
  { present, action, sourceSkuId }: Pick<Order, 'present' | 'action' | 'sourceSkuId'>,
) {
  if (action === 'buy') return undefined;
  if (action !== 'switch') return present.find((one) => skuOf(one.skuId)?.productId === productId);
  const source = present.find((one) => one.skuId === sourceSkuId);
  if (!source) throw invalid('Invalid value for: sourceSkuId');
  return source;
}
