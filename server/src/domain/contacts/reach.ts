import type { ContactRole } from '@desk/contract/words/reach';

/** Somebody of a customer, as the CRM or staff entered them. */
export interface Contact {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  /** What staff said they are; null: nobody has said. */
  readonly roles: readonly ContactRole[] | null;
}

export interface Company {
  readonly name: string;
  readonly email: string | null;
  /** Through whom it buys; who buys so is asked through them alone. */
  readonly reseller: { readonly name: string; readonly email: string } | null;
  readonly contacts: readonly Contact[];
}

/** Why somebody is asked. `contact`: nobody has said what they are. */
export type ReachedAs = 'buyer' | 'payer' | 'technician' | 'contact' | 'company' | 'reseller';

/** Somebody who can be asked what follows a term. */
export interface Reachable {
  readonly address: string;
  readonly name: string;
  /** Null: the company's own address, or the reseller's. */
  readonly contactId: number | null;
  readonly as: ReachedAs;
}

const ORDER: readonly ReachedAs[] = ['buyer', 'payer', 'technician', 'contact'];

/** The first of their roles that is asked; a viewer is told nothing. Undefined: they are not asked. */
function askedAs({ roles }: Contact): ReachedAs | undefined {
  if (roles === null || roles.length === 0) return 'contact';
  return ORDER.find((one) => roles.some((role) => role === one));
}

const sameAddress = (address: string): string => address.normalize('NFKC').trim().toLowerCase();

/**
 * Whom to ask, first first: buyer, payer, technician, who has no role yet, then the company's own address. Each address once, and none
 * that is not written to any more. Empty: nobody can be reached.
 */
export function reachOf(company: Company, isSilenced: (address: string) => boolean): readonly Reachable[] {
  const { reseller, contacts } = company;
  const of = (as: ReachedAs): Reachable[] =>
    contacts
      .filter((contact) => askedAs(contact) === as)
      .flatMap(({ id, name, email }) => (email === null ? [] : [{ address: email, name, contactId: id, as }]));
  const own = company.email === null ? [] : [{ address: company.email, name: company.name, contactId: null, as: 'company' } as const]; // prettier-ignore
  const all: Reachable[] = reseller
    ? [{ address: reseller.email, name: reseller.name, contactId: null, as: 'reseller' }]
    : [...ORDER.flatMap(of), ...own];
  // Who is a viewer and has the company's address is not asked by it either.
  const viewers = new Set(
    contacts.flatMap((one) => (askedAs(one) === undefined && one.email ? [sameAddress(one.email)] : [])),
  );
  const seen = new Set<string>();
  return all.flatMap((one) => {
    const address = sameAddress(one.address);
    if (address === '' || seen.has(address) || isSilenced(address)) return [];
    if (one.as !== 'reseller' && viewers.has(address)) return [];
    seen.add(address);
    return [{ ...one, address }];
  });
}
