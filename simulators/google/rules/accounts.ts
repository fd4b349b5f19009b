import { choice, part, requiredText, text, type Fields } from '../fields.ts';
import { invalid } from '../refusal.ts';
import type { Address, Customer } from '../wire.ts';

/** Google's console page of a customer, at an address that leads nowhere. */
export const consoleUrl = (customerId: string) => `https://admin.google.example/reseller/${customerId}`;

/** A new customer as the order describes it, or what is wrong with the order. */
export function newCustomer(body: Fields, customerId: string): Customer {
  const customerDomain = requiredText(body, 'customerDomain').toLowerCase();
  if (!/^(?!www\.)([a-z0-9-]+\.)+[a-z]{2,}$/.test(customerDomain)) throw invalid('Invalid value for: customerDomain');
  const customerType = typeOf(body);
  return {
    kind: 'reseller#customer',
    customerId,
    customerDomain,
    customerDomainVerified: false,
    customerType,
    ...settings(body, { customerDomain, customerType }),
    resourceUiUrl: consoleUrl(customerId),
  };
}

/** PUT: every setting anew. */
export function replacedCustomer(customer: Customer, body: Fields): Customer {
  refuseFixedFields(customer, body);
  return { ...customer, ...settings(body, customer) };
}

/** PATCH: what the body leaves out stays. */
export function patchedCustomer(customer: Customer, body: Fields): Customer {
  const postalAddress = { ...customer.postalAddress, ...part(body, 'postalAddress') };
  return replacedCustomer(customer, { ...customer, ...body, postalAddress });
}

/** Of a customer only its settings can be changed, not who it is. */
function refuseFixedFields(customer: Customer, body: Fields): void {
  for (const name of ['customerId', 'customerDomain', 'customerType'] as const) {
    const asked = text(body, name);
    if (asked !== undefined && asked !== customer[name]) throw invalid(`${name} cannot be changed`);
  }
}

function typeOf(body: Fields): Customer['customerType'] {
  if (text(body, 'customerType') === undefined) return 'domain';
  return choice(body, 'customerType', ['customerTypeUnspecified', 'domain', 'team']) === 'team' ? 'team' : 'domain';
}

function email(fields: Fields, name: string): string {
  const address = requiredText(fields, name);
  if (!/^[^@\s]+@[^@\s]+$/.test(address)) throw invalid(`Invalid value for: ${name}`);
  return address;
}

/** A domain is reached beside its own domain; a team is one address that was verified, and needs no second one. */
function contactsOf(body: Fields, { customerDomain, customerType }: Pick<Customer, 'customerDomain' | 'customerType'>) {
  const isTeam = customerType === 'team';
  const isLeftOut = isTeam && text(body, 'alternateEmail') === undefined;
  const alternateEmail = isLeftOut ? undefined : email(body, 'alternateEmail');
  if (alternateEmail?.toLowerCase().endsWith(`@${customerDomain}`)) {
    throw invalid('alternateEmail must not be in the domain of the customer');
  }
  const primaryAdmin = isTeam ? { primaryEmail: email(part(body, 'primaryAdmin'), 'primaryEmail') } : undefined;
  return { alternateEmail, primaryAdmin };
}

function settings(body: Fields, customer: Pick<Customer, 'customerDomain' | 'customerType'>) {
  const phoneNumber = text(body, 'phoneNumber');
  return {
    ...contactsOf(body, customer),
    // Google silently ignores an invalid number.
    ...(phoneNumber !== undefined && /^\+[\d\s()-]{8,20}$/.test(phoneNumber) && { phoneNumber }),
    postalAddress: address(part(body, 'postalAddress')),
  };
}

function address(body: Fields): Address {
  const countryCode = requiredText(body, 'countryCode');
  if (!/^[A-Z]{2}$/.test(countryCode)) throw invalid('Invalid value for: postalAddress.countryCode');
  const postalCode = requiredText(body, 'postalCode');
  if (countryCode === 'IN' && !/^[1-9]\d{2}\s?\d{3}$/.test(postalCode)) {
    throw invalid('Invalid value for: postalAddress.postalCode');
  }
  return {
    kind: 'customers#address',
    contactName: requiredText(body, 'contactName'),
    organizationName: requiredText(body, 'organizationName'),
    addressLine1: text(body, 'addressLine1'),
    addressLine2: text(body, 'addressLine2'),
    addressLine3: text(body, 'addressLine3'),
    locality: text(body, 'locality'),
    region: text(body, 'region'),
    postalCode,
    countryCode,
  };
}
