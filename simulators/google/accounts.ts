import type { World } from '../world/types.ts';
import { customerOf, foreignCustomerOf } from './from-world.ts';
import { duplicate, forbidden, notFound } from './refusal.ts';
import type { Customer, MinimalCustomer } from './wire.ts';

/** The customers Google knows: ours, and those of somebody else that only their transfer token opens. */
export function makeAccounts(world: World) {
  const ours = new Map(world.customers.map((customer) => [customer.customerId, customerOf(customer)]));
  const foreign = new Map(world.foreignCustomers.map((customer) => [customer.customerId, foreignCustomerOf(customer)]));
  let ordered = 0;

  const find = (among: Map<string, Customer>, key: string) =>
    among.get(key) ?? [...among.values()].find((customer) => customer.customerDomain === key.toLowerCase());
  const transferToken = (customer: MinimalCustomer) => `transfer-${customer.customerId}`;

  /** A customer of ours by id or domain; 403 for somebody else's, 404 for nobody's. */
  function managed(key: string): Customer {
    const customer = find(ours, key);
    if (customer) return customer;
    if (find(foreign, key)) throw forbidden('Not Authorized to access this customer');
    throw notFound(`Customer not found: ${key}`);
  }

  /** The customer with this transfer token becomes ours. */
  function takeOver(key: string, token: string): Customer {
    const customer = find(foreign, key);
    if (!customer) return managed(key);
    if (token !== transferToken(customer)) throw forbidden('The customer authentication token is invalid or expired');
    foreign.delete(customer.customerId);
    ours.set(customer.customerId, customer);
    return customer;
  }

  return {
    managed,
    takeOver,
    all: () => [...ours.values()],
    put: (customer: Customer) => void ours.set(customer.customerId, customer),
    newId: () => `C0new${String(++ordered).padStart(4, '0')}`,
    /** The whole of ours, the name only of somebody else's. */
    look(key: string): Customer | MinimalCustomer {
      const other = find(foreign, key);
      if (!other) return managed(key);
      const { customerId, customerDomain, customerType } = other;
      return { customerId, customerDomain, customerType };
    },
    /** The customer is somebody else's from now on; its transfer token would bring it back. */
    moveAway(customerId: string): void {
      foreign.set(customerId, managed(customerId));
      ours.delete(customerId);
    },
    refuseKnown(domain: string): void {
      if (find(ours, domain) ?? find(foreign, domain)) throw duplicate(`Customer already exists: ${domain}`);
    },
    transferTokenOf(key: string): string | undefined {
      const customer = find(foreign, key);
      return customer && transferToken(customer);
    },
  };
}
