import type { ContractStatus } from '@desk/contract/directory-product';
import type { Change } from '../../platform/db/tables/audit.ts';

/** A contract of the directory product as people enter it; null is not known. */
export interface ContractTerms {
  domain: string;
  /** The provider's id of the organisation; null: the provider has not listed it. */
  organization: string | null;
  plan: string;
  /** ISO day. */
  endsOn: string;
  licences: number | null;
  /** For the whole contract and term, with two decimals. */
  price: string | null;
  currency: string;
  status: ContractStatus;
}

/** An organisation as we keep it, with our contract where there is one. */
export interface KnownOrganization {
  id: number;
  organizationId: string | null;
  name: string;
  /** The provider's product name; of a contract that was entered by us, our own. */
  planName: string | null;
  productCode: string | null;
  licences: number | null;
  version: number;
  /** The provider lists it no longer. */
  gone: boolean;
  contract: (Omit<ContractTerms, 'organization'> & { subscriptionId: number; externalId: string }) | null;
}

/** The columns by which people know the terms. */
const LABELS: Record<keyof ContractTerms, string> = {
  domain: 'Domain',
  organization: 'Organisation',
  plan: 'Plan',
  endsOn: 'End Date',
  licences: 'Licences',
  price: 'Price',
  currency: 'Currency',
  status: 'Status',
};

export const termsOf = ({ organizationId, contract }: KnownOrganization): ContractTerms | undefined => {
  if (contract === null) return undefined;
  const { domain, plan, endsOn, licences, price, currency, status } = contract;
  return { domain, organization: organizationId, plan, endsOn, licences, price, currency, status };
};

const asText = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value);

export const changesOfTerms = (old: ContractTerms | undefined, next: ContractTerms): Change[] =>
  (Object.keys(LABELS) as (keyof ContractTerms)[])
    .map((term) => ({ field: LABELS[term], old: asText(old?.[term]), new: asText(next[term]) }))
    .filter((change) => change.old !== change.new);

interface Place {
  /** Where the contract is written; undefined: on a new row. */
  row: KnownOrganization | undefined;
  /**
   * Its contract goes on as that of `row`: it is from before the provider listed the organisation, or of one that is gone.
   */
  taken: KnownOrganization | undefined;
}

/**
 * Where a contract belongs, by the organisation that is named and the one that has the domain. Undefined: the domain has
 * another contract.
 */
export function placeOf(named: KnownOrganization | undefined, onDomain: KnownOrganization | undefined) {
  const place = (row: Place['row'], taken?: KnownOrganization): Place => ({ row, taken });
  if (named === undefined || onDomain === undefined || named.id === onDomain.id) return place(named ?? onDomain);
  const isFree = onDomain.organizationId === null || onDomain.gone;
  return isFree && named.organizationId !== null && named.contract === null ? place(named, onDomain) : undefined;
}

/** The plan that is sold: the provider's word for it where there is one. */
export function planOf({ row, taken }: Place, named: string | null | undefined, productName: string): string {
  const listed = row?.organizationId ? row.planName : null;
  const known = (row?.contract ?? taken?.contract)?.plan;
  return [listed, named, known].find((plan) => plan) ?? productName;
}
