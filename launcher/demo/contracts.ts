import { addDays, addMonths } from '../../server/src/platform/time/days.ts';
import { Organization, type ProviderOrganization } from '../../server/src/integrations/jumpcloud/organization.ts';
import { wholeOf } from '../../simulators/jumpcloud/listing.ts';
import { directoryCustomersOf, organizationsOf } from '../../simulators/jumpcloud/organizations.ts';
import type { World, WorldCustomer } from '../../simulators/world/types.ts';
import { atNight } from './office-hours.ts';
import type { Holding } from './portfolio.ts';
import type { CustomerRow, DomainRow, OrganizationRow, SubscriptionIdRow, SubscriptionRow } from './rows.ts';
import { ownTerms } from './terms.ts';

type Books = { customers: readonly CustomerRow[]; domains: readonly DomainRow[] };
type Sold = { customer: CustomerRow; domain: DomainRow; world: WorldCustomer };

/** Contracts by their place: so many-th has no link yet, was sold with other licences, or was entered by hand. */
const isUnlinked = (n: number) => n % 15 === 6;
const differs = (n: number) => n % 10 === 3;
const BY_HAND = 2;
const RUPEES = [9_600, 5_400, 4_800];
const STATUSES = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'SUSPENDED', 'ACTIVE', 'ACTIVE', 'ACTIVE'] as const;

/** The ends lie in all months of a year, some of them days ago. */
const endOf = (n: number, today: string): string => addDays(addMonths(today, (n * 5) % 12), ((n * 7) % 19) - 6);

function holdingOf(n: number, { customer, domain, world }: Sold, row: OrganizationRow, id: number, today: string) {
  const seats = row.licences ?? row.contractLicences ?? 0;
  const pricePerSeat = RUPEES[n % RUPEES.length] ?? 0;
  const endsOn = endOf(n, today);
  const terms = ownTerms(endsOn, n % 3, today);
  const createdAt = atNight(addMonths(endsOn, -12 * (1 + (n % 3))));
  const own = row.organizationId ? `${row.productCode ?? 'organization'}:${row.organizationId}` : `contract:${row.id}`;
  const subscription: SubscriptionRow = {
    ...{ id, customerId: customer.id, domainId: domain.id, source: 'directory', externalId: own },
    ...{ skuId: row.productCode ?? 'directory', skuName: row.planName ?? 'JumpCloud', planName: 'ANNUAL' },
    ...{ status: STATUSES[n % STATUSES.length] ?? 'ACTIVE', numberOfSeats: seats, ownRenewalDate: endsOn },
    ...{ price: (pricePerSeat * (row.contractLicences ?? seats)).toFixed(2), createdAt },
  };
  const holding: Holding = {
    ...{ subscription, customer, reseller: null, domain: domain.name, contacts: world.contacts },
    ...{ terms, pricePerSeat, isCancelled: false },
  };
  return holding;
}

/** The row of an organisation as the last sync read it. */
const rowOf = (id: number, organization: ProviderOrganization): OrganizationRow => {
  const { id: organizationId, name, email, planName, productCode, licences } = organization;
  return { id, organizationId, name, email, planName, productCode, licences };
};

/**
 * Contracts of the directory product with those organisations that are linked to a domain of ours, the organisations that
 * are not, and some contracts whose organisation the provider has not listed.
 */
export function makeContracts(world: World, { customers, domains }: Books, subscriptionsBefore: number, today: string) {
  const organizations: OrganizationRow[] = [];
  const holdings: Holding[] = [];
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  const soldTo = (sought: WorldCustomer | undefined): Sold | undefined => {
    const domain = domains.find(({ name }) => name === sought?.domain);
    const customer = customerOf.get(domain?.customerId ?? 0);
    return sought && domain && customer && { customer, domain, world: sought };
  };
  const sell = (n: number, sold: Sold, row: OrganizationRow) => {
    const holding = holdingOf(n, sold, row, subscriptionsBefore + holdings.length + 1, today);
    holdings.push(holding);
    return { ...row, domainId: sold.domain.id, subscriptionId: holding.subscription.id };
  };

  const buyers = directoryCustomersOf(world);
  organizationsOf(world).forEach((organization, n) => {
    const row = rowOf(n + 1, Organization.parse(wholeOf(organization, '')));
    const sold = isUnlinked(n) ? undefined : soldTo(buyers[n]);
    const contracted = { ...row, contractLicences: differs(n) ? (row.licences ?? 0) - 2 : row.licences };
    organizations.push(sold ? sell(n, sold, contracted) : row);
  });
  const others = world.customers.filter((customer) => !buyers.includes(customer) && soldTo(customer) !== undefined);
  for (const [n, customer] of others.slice(0, BY_HAND).entries()) {
    const sold = soldTo(customer);
    const name = customer.companyName;
    const row = { id: organizations.length + 1, name, planName: 'Platform', contractLicences: 25 + n };
    if (sold) organizations.push(sell(organizations.length, sold, row));
  }
  const subscriptions = holdings.map(({ subscription }) => subscription);
  const subscriptionIds = subscriptions.map(({ id, externalId, createdAt }): SubscriptionIdRow => ({
    subscriptionId: id,
    externalId,
    createdAt,
  }));
  return { organizations, holdings, subscriptions, subscriptionIds };
}
