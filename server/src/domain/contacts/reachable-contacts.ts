import type { NotAsked, ReachedAs } from '@desk/contract/renewal-work/contacts';
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

/** Somebody who can be asked what follows a term. */
export interface ReachableContact {
  readonly address: string;
  readonly name: string;
  /** Null: the company's own address, or the reseller's. */
  readonly contactId: number | null;
  readonly as: ReachedAs;
  /** Of a contact whose roles staff have said. */
  readonly roles: readonly ContactRole[] | null;
}

/** Somebody of a customer, and why they are not asked; null: they are. */
export interface Place {
  readonly address: string | null;
  readonly name: string;
  readonly contactId: number | null;
  /** Null: a viewer. */
  readonly as: ReachedAs | null;
  readonly roles: readonly ContactRole[] | null;
  readonly notAsked: NotAsked | null;
}

type Candidate = Omit<Place, 'notAsked'>;

const ORDER: readonly ReachedAs[] = ['buyer', 'payer', 'technician', 'contact'];

/** The first of their roles that is asked; null: a viewer, who is told nothing, whatever else they are. */
function askedAs({ roles }: Contact): ReachedAs | null {
  if (roles === null || roles.length === 0) return 'contact';
  if (roles.includes('viewer')) return null;
  return ORDER.find((one) => roles.some((role) => role === one)) ?? null;
}

/** An address as it is compared, and as it is kept where it is silenced. */
export const addressKey = (address: string): string => address.normalize('NFKC').trim().toLowerCase();

const keyOf = (address: string | null): string | null => addressKey(address ?? '') || null;

/** Everybody, in the order in which they would be asked; viewers last. */
function candidatesOf({ name, email, reseller, contacts }: Company): readonly Candidate[] {
  const people = contacts.map((contact): Candidate => ({
    ...{
      contactId: contact.id,
      name: contact.name,
      address: keyOf(contact.email),
      as: askedAs(contact),
      roles: contact.roles,
    },
  }));
  const of = (role: ReachedAs | null) => people.filter(({ as }) => as === role);
  const through: readonly Candidate[] = reseller
    ? [{ contactId: null, name: reseller.name, address: keyOf(reseller.email), as: 'reseller', roles: null }]
    : [];
  return [
    ...through,
    ...ORDER.flatMap(of),
    { contactId: null, name, address: keyOf(email), as: 'company', roles: null },
    ...of(null),
  ];
}

/**
 * Everybody of a company in the order in which they are asked, each with why they are not. First the buyer, then the payer, the technician,
 * who has no role yet, the company's own address; a viewer never, nor anybody at a viewer's address. Each address once.
 */
export function placesOf(company: Company, isSilenced: (address: string) => boolean): readonly Place[] {
  const candidates = candidatesOf(company);
  const viewers = new Set(candidates.filter(({ as }) => as === null).map(({ address }) => address));
  const asked = new Set<string>();
  const whyNot = ({ as, address }: Candidate): NotAsked | null => {
    if (as === null) return 'viewer';
    if (company.reseller !== null && as !== 'reseller') return 'reseller';
    if (address === null) return 'no_address';
    if (as !== 'reseller' && viewers.has(address)) return 'viewers_address';
    if (isSilenced(address)) return 'silenced';
    return asked.has(address) ? 'same_address' : null;
  };
  return candidates.map((candidate) => {
    const notAsked = whyNot(candidate);
    if (notAsked === null && candidate.address !== null) asked.add(candidate.address);
    return { ...candidate, notAsked };
  });
}

/** Whom to ask, first first, as `placesOf` has them. Empty: nobody can be reached. */
export const reachableContactsOf = (
  company: Company,
  isSilenced: (address: string) => boolean,
): readonly ReachableContact[] =>
  placesOf(company, isSilenced).flatMap(({ address, name, contactId, as, roles, notAsked }) =>
    notAsked === null && address !== null && as !== null ? [{ address, name, contactId, as, roles }] : [],
  );
