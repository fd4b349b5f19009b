import { midnightInIndia } from '../world/calendar.ts';
import { midnightIn } from '../world/zones.ts';
import type { World, WorldCustomer, WorldSubscription } from '../world/types.ts';
import { consoleUrl } from './rules/accounts.ts';
import { renewalSettings } from './rules/plans.ts';
import type { Customer, Subscription } from './wire.ts';

/** First moments of Indian days: read in UTC they still lie on the day before, as real instants do now and then. */
const instant = (day: string) => String(midnightInIndia(day));

const intervalOf = ({ startsOn, endsOn, zone }: NonNullable<WorldSubscription['term']>) => ({
  startTime: String(midnightIn(zone, startsOn)),
  endTime: String(midnightIn(zone, endsOn)),
});

/** A trial that has ended keeps its day. */
const trialOf = ({ trialEndsOn, suspensionReasons }: WorldSubscription) =>
  trialEndsOn
    ? { isInTrial: !suspensionReasons.includes('TRIAL_ENDED'), trialEndTime: instant(trialEndsOn) }
    : { isInTrial: false };

/** When a suspended one was suspended; Google's answers do not tell. */
export const suspendedSince = ({ suspendedOn }: WorldSubscription): number | undefined =>
  suspendedOn === null ? undefined : midnightInIndia(suspendedOn);

export function customerOf(customer: WorldCustomer): Customer {
  const [contact] = customer.contacts;
  return {
    kind: 'reseller#customer',
    customerId: customer.customerId,
    customerDomain: customer.domain,
    customerDomainVerified: true,
    customerType: 'domain',
    alternateEmail: customer.alternateEmail,
    phoneNumber: contact?.phone,
    postalAddress: {
      kind: 'customers#address',
      contactName: contact?.name ?? customer.companyName,
      organizationName: customer.companyName,
      addressLine1: customer.addressLine,
      locality: customer.city,
      region: customer.state,
      postalCode: customer.postalCode,
      countryCode: 'IN',
    },
    resourceUiUrl: consoleUrl(customer.customerId),
  };
}

export function foreignCustomerOf({ customerId, domain }: World['foreignCustomers'][number]): Customer {
  return {
    kind: 'reseller#customer',
    customerId,
    customerDomain: domain,
    customerDomainVerified: true,
    customerType: 'domain',
    alternateEmail: `${customerId.toLowerCase()}@mailbox.example`,
    postalAddress: {
      kind: 'customers#address',
      contactName: 'Administrator',
      organizationName: domain,
      postalCode: '560001',
      countryCode: 'IN',
    },
    resourceUiUrl: consoleUrl(customerId),
  };
}

export function subscriptionOf(subscription: WorldSubscription, { customerId, domain }: WorldCustomer): Subscription {
  const { term, suspensionReasons, renewalType } = subscription;
  return {
    kind: 'reseller#subscription',
    customerId,
    customerDomain: domain,
    subscriptionId: subscription.subscriptionId,
    skuId: subscription.skuId,
    skuName: subscription.skuName,
    status: subscription.status,
    ...(suspensionReasons.length > 0 && { suspensionReasons }),
    billingMethod: subscription.billingMethod,
    creationTime: instant(subscription.createdOn),
    plan: {
      planName: subscription.planName,
      isCommitmentPlan: term !== null,
      ...(term && { commitmentInterval: intervalOf(term) }),
    },
    seats: { kind: 'subscriptions#seats', ...subscription.seats },
    ...(renewalType && { renewalSettings: renewalSettings(renewalType) }),
    trialSettings: trialOf(subscription),
    resourceUiUrl: consoleUrl(customerId),
  };
}
