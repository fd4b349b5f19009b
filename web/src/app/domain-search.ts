import { directory } from '@desk/contract/directory';
import { ownRenewals } from '@desk/contract/own-renewals';
import { renewals } from '@desk/contract/renewals';
import { withSlugs } from '@desk/contract/rules/slugs';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useBrand } from '../api/brand.ts';
import { useCall, useRevisedCall } from '../api/hooks.ts';
import { useMayCall } from '../api/may-call.ts';
import { businessMonth } from '../kit/text/clock.ts';
import type { PaletteItem } from '../kit/dialog/palette.tsx';
import { useOpenDossier } from '../parts/dossier/dossier-address.ts';
import { matchRenewal } from '../parts/renewal/renewal-filter.ts';

/** So many letters name a domain well enough to ask the server. */
const LEAST_LETTERS = 3;
const LONGEST_SEARCH = 253;
/** As many as a person looks through. */
const MOST = 20;
/** For so long a month that was asked for is searched without asking again. */
const FRESH_MS = 60_000;

interface Found {
  readonly domain: string;
  readonly company: string;
}
/** A list in which domains can be looked for: where it is seen, and what it holds in words. */
interface Source {
  readonly screen: string;
  readonly words: string;
  readonly rows: readonly Found[] | undefined;
  readonly query: { readonly isPending: boolean; readonly isError: boolean; readonly error: Error | null };
}

interface Renewal {
  readonly domain_name: string;
  readonly company_name: string;
}
const foundIn = (rows: readonly Renewal[] | undefined): readonly Found[] | undefined =>
  rows?.map(({ domain_name, company_name }) => ({ domain: domain_name, company: company_name }));

/** All domains by name or company, for those who have the directory. */
function useDirectory(search: string, isAsked: boolean): Source | undefined {
  const enabled = useMayCall(directory.search) && isAsked;
  const query = useCall(directory.search, { tabValue: 'customers', search, page: 1 }, { enabled });
  const rows = query.data?.domains.flatMap((row) => ('domain' in row ? [row] : []));
  return enabled ? { screen: '{provider}_domains', words: 'the domains', rows, query } : undefined;
}

/** All renewals, for those who may list them. */
function useAllRenewals(search: string, isAsked: boolean): Source | undefined {
  const enabled = useMayCall(renewals.all) && isAsked;
  const query = useCall(renewals.all, { domain: search, page: 1 }, { enabled });
  const rows = foundIn(query.data?.customer);
  return enabled ? { screen: 'get_renewal_data', words: 'the renewals', rows, query } : undefined;
}

function useMine(search: string, isAsked: boolean): Source | undefined {
  const enabled = useMayCall(renewals.mine) && isAsked;
  const query = useCall(renewals.mine, { domain: search, page: 1 }, { enabled });
  const rows = foundIn(query.data?.domains);
  return enabled ? { screen: 'my_renewal_domain', words: 'your own renewals', rows, query } : undefined;
}

function useMonth(search: string, isAsked: boolean): Source | undefined {
  const enabled = useMayCall(renewals.monthly) && isAsked;
  const query = useRevisedCall(renewals.monthly, { month: businessMonth() }, { enabled, fresh: FRESH_MS });
  const matches = matchRenewal({ q: search, assigned: '', size: '', segment: '' });
  const rows = foundIn(query.data?.customer.filter(matches).slice(0, MOST));
  return enabled ? { screen: 'get_monthly_renewal', words: 'the renewals of this month', rows, query } : undefined;
}

/** A customer finds the own renewals; each is shown on its list. */
function useOwn(search: string, isAsked: boolean): Source | undefined {
  const enabled = useMayCall(ownRenewals.list) && isAsked;
  const query = useCall(ownRenewals.list, { search, page: 1 }, { enabled });
  const rows = query.data?.renewals.map(({ domain_name, sku_name }) => ({ domain: domain_name, company: sku_name }));
  return enabled ? { screen: 'my_renewals', words: 'your renewals', rows, query } : undefined;
}

/** Names only the lists that were searched. */
function nothingWords(sources: readonly Source[], search: string): string {
  const failed = sources.find(({ query }) => query.isError);
  if (failed) return `Domains could not be searched. ${failed.query.error?.message ?? ''}`;
  if (search.length < LEAST_LETTERS)
    return `No screen by that name. Domains are found from ${LEAST_LETTERS} letters on.`;
  if (sources.length === 0) return 'No screen by that name. You have no list in which domains could be looked up.';
  return `Nothing by that name among the screens and ${sources.map(({ words }) => words).join(' and ')}.`;
}

/** The domains that have what was typed in their name or their company's, in the lists that the user may see. */
export function useDomainSearch(typed: string) {
  const search = typed.slice(0, LONGEST_SEARCH);
  const isAsked = search.length >= LEAST_LETTERS;
  const known = useDirectory(search, isAsked);
  // Who has no directory finds what is on the own lists, the widest of them first.
  const all = useAllRenewals(search, isAsked && !known);
  const isNarrow = isAsked && !known && !all;
  const parts = [known, all, useMine(search, isNarrow), useMonth(search, isNarrow), useOwn(search, isAsked)];
  const sources = parts.filter((one) => one !== undefined);
  const open = useOpenAnywhere();
  const found = new Map<string, PaletteItem>();
  for (const { screen, rows = [] } of sources)
    for (const { domain, company } of rows)
      if (!found.has(domain)) found.set(domain, { group: company, label: domain, run: () => open(domain, screen) });
  return {
    found: [...found.values()],
    isAsking: sources.some(({ query }) => query.isPending),
    nothing: nothingWords(sources, search),
  };
}

/** Opens a domain over the screen; where there is none, over the list that it was found in. */
function useOpenAnywhere() {
  const router = useRouter();
  const navigate = useNavigate();
  const openDossier = useOpenDossier();
  const { data: slugs } = useBrand();
  return (domain: string, screen: string) => {
    const to = (search: Record<string, string>) => {
      if (slugs) void navigate({ to: '/home/$screen', params: { screen: withSlugs(screen, slugs) }, search });
    };
    if (screen === 'my_renewals') to({ q: domain });
    else if (router.state.location.pathname.startsWith('/home/')) openDossier({ kind: 'domain', name: domain });
    else to({ domain });
  };
}
