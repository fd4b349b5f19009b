import { bareDomain, soughtPart } from '@desk/contract/words/domain-text';
import { LicenceBand, Segment } from '@desk/contract/words/lists';
import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import * as z from 'zod/mini';
import type { ActiveFilter } from '../../kit/filter/filters.tsx';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { searchText } from '../../kit/filter/screen-search.ts';

/** In an address: nobody is assigned. */
export const UNASSIGNED = 'none';

/** The filters of a month in its address. */
export const renewalSearch = {
  assigned: searchText,
  size: z.catch(z.union([LicenceBand, z.literal('')]), ''),
  segment: z.catch(z.union([Segment, z.literal('')]), ''),
};
/** A month of the address, `yyyy-mm`. */
export const searchMonth = (otherwise: string) =>
  z.catch(z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)), otherwise);

export interface RenewalFilter {
  readonly q: string;
  readonly assigned: string;
  readonly size: z.infer<typeof LicenceBand> | '';
  readonly segment: z.infer<typeof Segment> | '';
}

const BANDS: Record<z.infer<typeof LicenceBand>, readonly [least: number, most: number]> = {
  '< 99': [0, 99],
  '100-300': [100, 300],
  '301-999': [301, 999],
  '1000+': [1000, Infinity],
};
const inBand = (size: RenewalFilter['size'], count: number) => {
  if (size === '') return true;
  const [least, most] = BANDS[size];
  return count >= least && count <= most;
};

/** A word with a dot within: `Pvt.` is none. */
const isName = (word: string) => /[^.]\.[^.]/.test(word);

/** Several domains, as pasted from a sheet, also as addresses: each once. Undefined for a search text, a company's name say. */
export function pastedDomains(q: string): readonly string[] | undefined {
  const words = q.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length > 1 && words.every(isName) ? [...new Set(words.map(domainOf))] : undefined;
}

/** An address is searched for its domain, in the form in which the desk keeps it. */
function domainOf(text: string): string {
  const bare = bareDomain(text);
  // Only letters beyond ASCII have another form, which a browser's URL knows.
  if (!/[^\0-\x7f]/.test(bare) || !URL.canParse(`http://${bare}`)) return bare;
  return new URL(`http://${bare}`).hostname;
}

export const missingDomains = (q: string, rows: readonly RenewalRow[]): readonly string[] => {
  const there = new Set(rows.map((row) => row.domain_name.toLowerCase()));
  return (pastedDomains(q) ?? []).filter((domain) => !there.has(domain));
};

/** Whether a renewal passes all filters. A text is looked for in the domain and in the company; several domains are just these. */
export function matchRenewal({ q, assigned, size, segment }: RenewalFilter): (row: RenewalRow) => boolean {
  const domains = pastedDomains(q);
  const exact = domains && new Set(domains);
  const text = q.trim().toLowerCase();
  const name = domainOf(soughtPart(text)) || text;
  const assignee = assigned === UNASSIGNED ? '' : assigned;
  return (row) => {
    const domain = row.domain_name.toLowerCase();
    return (
      (exact ? exact.has(domain) : domain.includes(name) || row.company_name.toLowerCase().includes(text)) &&
      (assigned === '' || (row.assigned_to ?? '') === assignee) &&
      inBand(size, licencesOf(row)) &&
      (segment === '' || row.segments === segment)
    );
  };
}

/** The same filter as the server reads it; for a single search text. */
export const serverFilter = ({ q, assigned, size, segment }: RenewalFilter) => ({
  ...(q.trim() !== '' && { domain: q.trim() }),
  ...(assigned !== '' && { assigned_to: assigned === UNASSIGNED ? '' : assigned }),
  ...(size !== '' && { licence: size }),
  ...(segment !== '' && { segment }),
});

type Set = (change: Record<string, string>) => void;

const LABELS: Readonly<Record<string, string>> = {
  q: 'Search',
  assigned: 'Assigned to',
  size: 'Licences',
  segment: 'Segment',
};

/** The search in the words of its chip. */
function searchWords(q: string): string {
  const domains = pastedDomains(q);
  return domains ? `${String(domains.length)} domains` : q;
}

/** The search of a list that the server pages. */
export const renewalTextFilter = searchFilter('Search domain or company', {
  field: 'domain',
  longest: 253,
  chip: 'Search',
  words: searchWords,
});

const wordsOf = (name: string, value: string): string => {
  if (name === 'assigned' && value === UNASSIGNED) return 'Unassigned';
  return name === 'q' ? searchWords(value) : value;
};

/** A chip for each filter that holds; `filters` are values of the address. */
export const activeFilters = (filters: Readonly<Record<string, string>>, set: Set): readonly ActiveFilter[] =>
  Object.entries(filters)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => ({
      label: LABELS[name] ?? name,
      value: wordsOf(name, value),
      clear: () => set({ [name]: '' }),
    }));
