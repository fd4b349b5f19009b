import * as z from 'zod/mini';

const text = z._default(z.nullable(z.string()), null);

const Address = z.object({
  contactName: text,
  organizationName: text,
  addressLine1: text,
  addressLine2: text,
  addressLine3: text,
  locality: text,
  region: text,
  postalCode: text,
  countryCode: text,
});

const WireCustomer = z.object({
  customerId: z.string(),
  customerDomain: text,
  customerType: text,
  customerDomainVerified: z.optional(z.boolean()),
  alternateEmail: text,
  phoneNumber: text,
  primaryAdmin: z.prefault(z.object({ primaryEmail: text }), {}),
  postalAddress: z.optional(Address),
});
type Wire = z.output<typeof WireCustomer>;

interface KnownCustomer {
  readonly customerId: string;
  readonly customerDomain: string | null;
  /** `domain` or `team` (verified by e-mail only). */
  readonly customerType: string | null;
}

interface ManagedCustomer extends KnownCustomer {
  readonly isDomainVerified: boolean;
  readonly alternateEmail: string | null;
  readonly phoneNumber: string | null;
  /** Team customers only. */
  readonly primaryAdminEmail: string | null;
  readonly organizationName: string | null;
  readonly contactName: string | null;
  readonly addressLines: readonly string[];
  readonly locality: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string | null;
}

/** A customer of ours, a Google customer of somebody else, or nobody that Google knows. */
export type GoogleCustomer =
  | ({ readonly relation: 'managed' } & ManagedCustomer)
  | ({ readonly relation: 'elsewhere' } & KnownCustomer)
  | { readonly relation: 'unknown' };

/** Of a customer that is not ours Google returns the id, the domain and the type, and nothing more. */
const isManaged = (wire: Wire) =>
  wire.postalAddress !== undefined ||
  wire.customerDomainVerified !== undefined ||
  [wire.alternateEmail, wire.phoneNumber, wire.primaryAdmin.primaryEmail].some((value) => value !== null);

function addressOf(address: z.output<typeof Address>) {
  const { addressLine1, addressLine2, addressLine3, ...rest } = address;
  return { ...rest, addressLines: [addressLine1, addressLine2, addressLine3].filter((line) => line !== null) };
}

function plain(wire: Wire): GoogleCustomer {
  const { customerId, customerDomain, customerType, alternateEmail, phoneNumber } = wire;
  const known = { customerId, customerDomain, customerType };
  if (!isManaged(wire)) return { relation: 'elsewhere', ...known };
  return {
    relation: 'managed',
    ...known,
    ...addressOf(wire.postalAddress ?? Address.parse({})),
    isDomainVerified: wire.customerDomainVerified ?? false,
    alternateEmail,
    phoneNumber,
    primaryAdminEmail: wire.primaryAdmin.primaryEmail,
  };
}

/** The schema of a customer in an answer. */
export const CustomerAnswer = z.pipe(WireCustomer, z.transform(plain));
