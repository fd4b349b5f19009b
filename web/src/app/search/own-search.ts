import { ownRenewals } from '@desk/contract/own-renewals';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../../api/hooks.ts';
import { useMayCall } from '../../api/may-call.ts';
import type { PaletteGroup, PaletteItem } from '../../kit/dialog/palette.tsx';
import { matches } from './hits.tsx';

/** So many letters name a domain well enough to ask the server. */
const LEAST_LETTERS = 3;
const LONGEST_SEARCH = 253;

/** Names only the list that was searched. */
function nothingWords(mayList: boolean, search: string): string {
  if (!mayList) return 'No screen by that name. You have no list in which domains could be looked up.';
  if (search.length < LEAST_LETTERS)
    return `No screen by that name. Domains are found from ${LEAST_LETTERS} letters on.`;
  return 'Nothing by that name among the screens and your renewals.';
}

/** What a customer finds: the own renewals that have what was typed in their domain; each is shown on its list. */
export function useOwnSearch(typed: string) {
  const navigate = useNavigate();
  const mayList = useMayCall(ownRenewals.list);
  const search = typed.slice(0, LONGEST_SEARCH);
  const enabled = mayList && search.length >= LEAST_LETTERS;
  const query = useCall(ownRenewals.list, { search, page: 1 }, { enabled });
  const found = new Map<string, PaletteItem>();
  for (const { domain_name, sku_name } of enabled ? (query.data?.renewals ?? []) : [])
    if (!found.has(domain_name))
      found.set(domain_name, {
        key: domain_name,
        label: domain_name,
        detail: sku_name,
        run: () =>
          void navigate({ to: '/home/$screen', params: { screen: 'my_renewals' }, search: { q: domain_name } }),
      });
  // What was found for other letters is shown as far as it has these as well.
  const has =
    (typedNow: string) =>
    ({ label, detail = '' }: PaletteItem) =>
      typedNow === typed || matches(`${label} ${detail}`, typedNow);
  return {
    groups: (typedNow: string): PaletteGroup[] => [
      { name: 'Domains', items: typedNow === '' ? [] : [...found.values()].filter(has(typedNow)) },
    ],
    isAsking: enabled && query.isPending,
    nothing: nothingWords(mayList, search),
    problem: enabled && query.isError ? `Domains could not be searched. ${query.error.message}` : undefined,
  };
}
