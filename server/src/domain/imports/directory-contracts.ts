import { ContractStatus } from '@desk/contract/directory-product';
import type { Contract, SoldDomain } from '../subscriptions/contracts.ts';
import {
  changesOfTerms,
  placeOf,
  planOf,
  termsOf,
  type ContractTerms,
  type KnownOrganization,
} from '../subscriptions/contract-terms.ts';
import type { TypedRow } from '../../platform/files/columns/typed-rows.ts';
import { inWords } from './changes.ts';
import type { ContractValues } from './columns.ts';
import { claims, validateLines, LineError, type Validated, type Outcome } from './validate.ts';
import { groupedBy } from '../../platform/grouped-by.ts';

/** Known state of all that a file of contracts names, in a stable order. */
export interface KnownContracts {
  domains: SoldDomain[];
  organizations: KnownOrganization[];
  /** Name of a contract without a plan. */
  productName: string;
  /** Default currency of amounts. */
  currency: string;
}

const folded = (name: string) => name.toLowerCase();

function indexedContracts({ domains, organizations }: KnownContracts) {
  return {
    domains: new Map(domains.map((one) => [one.name, one])),
    byId: new Map(organizations.map((one) => [one.organizationId, one])),
    byName: groupedBy(
      organizations.filter((one) => one.organizationId !== null),
      (one) => folded(one.name),
    ),
    byDomain: new Map(organizations.map((one) => [one.contract?.domain, one])),
  };
}
type Index = ReturnType<typeof indexedContracts>;

function organizationNamed(
  { organization, domain }: ContractValues,
  { byId, byName, byDomain }: Index,
): KnownOrganization | undefined {
  // The name under which the domain's contract is exported says nothing new, even if it is that of several.
  const own = byDomain.get(domain);
  if (organization === null || (own && folded(own.name) === folded(organization))) return undefined;
  const [only, ...others] = [byId.get(organization) ?? byName.get(folded(organization)) ?? []].flat();
  if (only === undefined)
    throw new LineError('Organisation', 'The provider has listed no organisation of this id or name');
  if (others.length > 0) {
    throw new LineError('Organisation', `${others.length + 1} organisations have this name. Enter the id`);
  }
  return only;
}

/** Where the line's contract is written. A file moves no contract from one domain to another. */
function placeFor(values: ContractValues, index: Index) {
  const named = organizationNamed(values, index);
  const elsewhere = named?.contract?.domain;
  if (elsewhere !== undefined && elsewhere !== values.domain) {
    throw new LineError('Organisation', `This organisation has a contract for ${elsewhere}`);
  }
  const onDomain = index.byDomain.get(values.domain);
  const place = placeOf(named, onDomain);
  if (place) return place;
  throw new LineError('Organisation', `The contract of this domain is that of ${onDomain?.name ?? 'another one'}`);
}

const NEW = { licences: null, price: null, status: 'ACTIVE' } as const;

/** The terms of a line, with what is known where it says nothing. */
function givenTerms(
  values: ContractValues,
  old: ContractTerms | undefined,
  plan: string,
  row: KnownOrganization | undefined,
  home: string,
): ContractTerms {
  const { licences, price, currency, status } = old ?? { ...NEW, currency: home };
  return {
    domain: values.domain,
    organization: row?.organizationId ?? null,
    plan,
    endsOn: values.endsOn,
    licences: values.licences ?? licences,
    price: values.price ?? price,
    currency: values.currency ?? currency,
    status: ContractStatus.parse(values.status ?? status),
  };
}

/** Results of the lines of a file of contracts. */
export function validateContracts(
  rows: readonly TypedRow<ContractValues>[],
  known: KnownContracts,
): Promise<Validated<Contract>[]> {
  const index = indexedContracts(known);
  const claimed = claims();
  const validateOne = (line: number, values: ContractValues): Outcome<Contract> => {
    const domain = index.domains.get(values.domain);
    if (!domain) throw new LineError('Domain', 'No customer of ours has this domain');
    claimed.takeOnce('domain', values.domain, line, { column: 'Domain' });
    const place = placeFor(values, index);
    if (place.row) claimed.takeOnce('organization', place.row.id, line, { column: 'Organisation' });
    const before = place.row?.contract ? place.row : place.taken;
    const old = before && termsOf(before);
    const terms = givenTerms(values, old, planOf(place, values.plan, known.productName), place.row, known.currency);
    const changes = changesOfTerms(old, terms);
    if (changes.length === 0) return { verdict: 'unchanged', reason: null, effect: null };
    const effect = { ...place, domain, terms };
    return old ? { verdict: 'changed', reason: inWords(changes), effect } : { verdict: 'new', reason: null, effect };
  };
  return validateLines(rows, ({ domain }) => domain, validateOne);
}
