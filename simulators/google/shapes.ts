import type { ApiMethod } from './routes.ts';
import type { Shape } from './selection.ts';

const fields = (...names: string[]): Shape => Object.fromEntries(names.map((name) => [name, {}]));

const SUBSCRIPTION: Shape = {
  ...fields('kind', 'customerId', 'customerDomain', 'subscriptionId', 'skuId', 'skuName', 'status', 'billingMethod'),
  ...fields('creationTime', 'suspensionReasons', 'purchaseOrderId', 'dealCode', 'resourceUiUrl'),
  plan: {
    ...fields('planName', 'isCommitmentPlan'),
    commitmentInterval: fields('startTime', 'endTime'),
  },
  seats: fields('kind', 'numberOfSeats', 'maximumNumberOfSeats', 'licensedNumberOfSeats'),
  renewalSettings: fields('kind', 'renewalType'),
  trialSettings: fields('isInTrial', 'trialEndTime'),
  transferInfo: fields('transferabilityExpirationTime', 'minimumTransferableSeats', 'currentLegacySkuId'),
};

const CUSTOMER: Shape = {
  ...fields('kind', 'customerId', 'customerDomain', 'customerDomainVerified', 'customerType', 'alternateEmail'),
  ...fields('phoneNumber', 'resourceUiUrl'),
  postalAddress: {
    ...fields('kind', 'contactName', 'organizationName', 'addressLine1', 'addressLine2', 'addressLine3'),
    ...fields('locality', 'region', 'postalCode', 'countryCode'),
  },
  primaryAdmin: fields('primaryEmail'),
};

const TOPIC = fields('topicName');

/** The fields of each answer, whether or not this Google ever fills them, as the discovery document has them. */
export function shapeOf(method: ApiMethod): Shape {
  if (method === 'subscriptions.list') return { ...fields('kind', 'nextPageToken'), subscriptions: SUBSCRIPTION };
  if (method === 'resellernotify.getwatchdetails') return { ...TOPIC, ...fields('serviceAccountEmailAddresses') };
  if (method.startsWith('resellernotify.')) return TOPIC;
  return method.startsWith('customers.') ? CUSTOMER : SUBSCRIPTION;
}
