import type { PlanName, RenewalType, SuspensionReason } from '../world/types.ts';

/** Google's shapes; int64 fields are strings of epoch milliseconds. */
export interface Seats {
  kind: 'subscriptions#seats';
  numberOfSeats?: number;
  maximumNumberOfSeats?: number;
  licensedNumberOfSeats: number;
}

export interface Plan {
  planName: PlanName;
  isCommitmentPlan: boolean;
  commitmentInterval?: { startTime: string; endTime: string };
}

export interface Subscription {
  kind: 'reseller#subscription';
  customerId: string;
  customerDomain: string;
  subscriptionId: string;
  skuId: string;
  skuName: string;
  status: 'ACTIVE' | 'SUSPENDED';
  suspensionReasons?: SuspensionReason[];
  billingMethod: 'ONLINE' | 'OFFLINE';
  creationTime: string;
  plan: Plan;
  seats: Seats;
  renewalSettings?: { kind: 'subscriptions#renewalSettings'; renewalType: RenewalType };
  trialSettings: { isInTrial: boolean; trialEndTime?: string };
  purchaseOrderId?: string;
  dealCode?: string;
  resourceUiUrl: string;
}

export interface Address {
  kind: 'customers#address';
  contactName: string;
  organizationName: string;
  addressLine1?: string;
  addressLine2?: string;
  addressLine3?: string;
  locality?: string;
  region?: string;
  postalCode: string;
  countryCode: string;
}

export interface Customer {
  kind: 'reseller#customer';
  customerId: string;
  customerDomain: string;
  customerDomainVerified: boolean;
  customerType: 'domain' | 'team';
  /** A team may be without. */
  alternateEmail?: string | undefined;
  phoneNumber?: string;
  postalAddress: Address;
  /** Of a team. */
  primaryAdmin?: { primaryEmail: string } | undefined;
  resourceUiUrl: string;
}

/** Fields that Google shows of a customer of another reseller. */
export type MinimalCustomer = Pick<Customer, 'customerId' | 'customerDomain' | 'customerType'>;
