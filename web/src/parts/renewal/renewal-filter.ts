import { bareDomain, soughtPart } from '@desk/contract/words/domain-text';
import { standingOf } from '@desk/contract/rules/standing';
import { AgreementStatus, Flag, LicenceBand, RenewalStatus, Segment, Zone } from '@desk/contract/words/lists';
import { bandsIn, licencesOf, NONE, type RenewalRow } from '@desk/contract/renewals';
import * as z from 'zod/mini';
import { searchFilter } from '../../kit/filter/list-filters.tsx';
import { searchText } from '../../kit/filter/screen-search.ts';
import { searchSeveral } from '../../kit/filter/several.ts';
import { businessDay, businessDayOf } from '../../kit/text/clock.ts';
import { daysBetween } from '../../kit/text/format.ts';
import { losesByItself } from './next-term.ts';

/** For how many days nobody has spoken to the customer, or that nobody ever did. */
const CONTACTS = ['7', '14', '30', 'never'] as const;

/** What a tile of the month counts. */
export const TILES = ['confirmed', 'undecided', 'losing', 'left', 'unassigned'] as const;
export type TileKey = (typeof TILES)[number];

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.catch(z.union([z.enum(words), z.literal('')]), '');

/** The filters of a month in its address. */
export const renewalSearch = {
  assigned: searchText,
  /** Any of some bands. */
  size: searchSeveral(LicenceBand.options),
  segment: oneOf(Segment.options),
  zone: oneOf([...Zone.options, NONE]),
  flag: oneOf([...Flag.options, NONE]),
  status: oneOf([...RenewalStatus.options, NONE]),
  agreement: oneOf([...AgreementStatus.options, NONE]),
  contact: oneOf(CONTACTS),
  reseller: oneOf(['Y', 'N']),
  notified: oneOf(['queued', 'sent', 'failed', NONE]),
  company: searchText,
  tile: oneOf(TILES),
};
/** A month of the address, `yyyy-mm`. */
export const searchMonth = (otherwise: string) =>
  z.catch(z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)), otherwise);

type Words = { readonly [Name in keyof typeof renewalSearch]: z.infer<(typeof renewalSearch)[Name]> };
export type RenewalFilter = { readonly q: string } & Words;

export const NO_FILTER: RenewalFilter = {
  ...{ q: '', assigned: '', size: '', segment: '', zone: '', flag: '' },
  ...{ status: '', agreement: '', contact: '', reseller: '', notified: '', company: '', tile: '' },
};

/** The filters that compare one field of a row. */
const FIELDS = {
  segment: (row) => row.segments,
  zone: (row) => row.zone,
  flag: (row) => row.highlight_case,
  status: (row) => row.confirmation_status,
  agreement: (row) => row.agreement_status,
  reseller: (row) => row.resellerType,
  notified: (row) => row.notification ?? null,
} satisfies Partial<Record<keyof RenewalFilter, (row: RenewalRow) => string | null>>;
const FIELD_NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** How a renewal stands, in the words of the tiles; what is suspended is in none of them. */
function isIn(tile: TileKey, row: RenewalRow): boolean {
  if (tile === 'losing') return losesByItself(row);
  if (tile === 'unassigned') return row.assigned_to === null;
  // Whether it is late hangs on the day, whether it is decided does not.
  const standing = standingOf(row, row.renewal_date);
  if (standing === 'left') return tile === 'left';
  if (standing === 'decided' || standing === 'renewed') return tile === 'confirmed';
  return standing !== 'suspended' && tile === 'undecided';
}
export const matchTile =
  (tile: TileKey | '') =>
  (row: RenewalRow): boolean =>
    tile === '' || isIn(tile, row);

/** Whether a count lies in one of the bands; in none of them all do. */
function inBands(size: string): (count: number) => boolean {
  const bands = bandsIn(size);
  return (count) => bands.length === 0 || bands.some(([least, most]) => count >= least && count <= most);
}

/** What was never spoken about is untouched for any number of days; so is what was, nobody knows when. */
function isUntouched(contact: RenewalFilter['contact'], today: string) {
  return ({ followup_comments: comment, followed_up_at: at }: RenewalRow): boolean => {
    if (contact === '' || comment === null) return true;
    if (contact === 'never') return false;
    return !at || daysBetween(businessDayOf(at), today) >= Number(contact);
  };
}

/** A word with a dot within: `Pvt.` is none. */
const isName = (word: string) => /[^.]\.[^.]/.test(word);

/** Several domains, as pasted from a sheet, also as addresses: each once. Undefined for a search text, a company's name say. */
function pastedDomains(q: string): readonly string[] | undefined {
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

/** Whether a renewal passes all filters but the tile. A text is looked for in the domain and in the company; several domains are just these. */
export function matchRenewal(some: Partial<RenewalFilter>): (row: RenewalRow) => boolean {
  const filter = { ...NO_FILTER, ...some };
  const { q, assigned, size, company } = filter;
  const domains = pastedDomains(q);
  const exact = domains && new Set(domains);
  const text = q.trim().toLowerCase();
  const name = domainOf(soughtPart(text)) || text;
  const assignee = assigned === NONE ? '' : assigned;
  const wanted = company.trim().toLowerCase();
  const held = FIELD_NAMES.filter((name) => filter[name] !== '');
  const [isOfSize, isUntouchedFor] = [inBands(size), isUntouched(filter.contact, businessDay())];
  const isNamed = ({ domain_name, company_name }: RenewalRow) =>
    exact
      ? exact.has(domain_name.toLowerCase())
      : domain_name.toLowerCase().includes(name) || company_name.toLowerCase().includes(text);
  return (row) =>
    isNamed(row) &&
    (assigned === '' || (row.assigned_to ?? '') === assignee) &&
    isOfSize(licencesOf(row)) &&
    isUntouchedFor(row) &&
    (wanted === '' || row.company_name.toLowerCase().includes(wanted)) &&
    held.every((field) => (FIELDS[field](row) ?? NONE) === filter[field]);
}

const SERVER_FILTERS: readonly string[] = ['q', 'assigned', 'size', 'segment', 'zone', 'flag', 'agreement'];
/** Whether the server knows all filters that hold: not a list of domains, and not what only the browser filters by. */
export const isServerFilter = (filter: RenewalFilter): boolean =>
  !pastedDomains(filter.q) &&
  Object.entries(filter).every(([name, value]) => value === '' || SERVER_FILTERS.includes(name));

/** The same filter as the server reads it; for a single search text. */
export const serverFilter = ({ q, assigned, size, segment, zone, flag, agreement }: RenewalFilter) => ({
  ...(q.trim() !== '' && { domain: q.trim() }),
  ...(assigned !== '' && { assigned_to: assigned === NONE ? '' : assigned }),
  ...(size !== '' && { licence: size }),
  ...(segment !== '' && { segment }),
  ...(zone !== '' && { zone }),
  ...(flag !== '' && { flag }),
  ...(agreement !== '' && { agreement }),
});

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
