import { directory } from '@desk/contract/directory';
import { withSlugs } from '@desk/contract/slugs';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useBrand } from '../api/brand.ts';
import { useCall } from '../api/hooks.ts';
import { useMayCall } from '../api/may-call.ts';
import { useSession } from '../api/session.ts';
import { lastFilters } from '../kit/last-filters.ts';
import { Palette, type PaletteItem } from '../kit/palette.tsx';
import { useOpenDossier } from '../parts/dossier-address.ts';

/** So many letters name a domain well enough to ask the server. */
const LEAST_LETTERS = 3;
const LONGEST_SEARCH = 253;

/** Ctrl+K: the screens of the user's menu, what belongs to the session, and domains for those who have the directory. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const session = useSession();
  const [typed, setTyped] = useState('');
  const domains = useDomains(typed);
  const screens: PaletteItem[] = (session?.menu ?? []).map((item) => ({
    group: 'Screens',
    label: item.menu_name,
    run: () =>
      void navigate({
        to: '/home/$screen',
        params: { screen: item.to_route },
        search: lastFilters(`/home/${item.to_route}`),
      }),
  }));
  const logout: PaletteItem = { group: 'Session', label: 'Logout', run: () => void navigate({ to: '/logout' }) };
  return <Palette items={[...screens, logout]} {...domains} onType={setTyped} onClose={onClose} />;
}

/** The domains that have what was typed in their name or their company's, as the directory finds them. */
function useDomains(typed: string) {
  const mayAsk = useMayCall(directory.search);
  const open = useOpenAnywhere();
  const search = typed.slice(0, LONGEST_SEARCH);
  const enabled = mayAsk && search.length >= LEAST_LETTERS;
  const query = useCall(directory.search, { tabValue: 'customers', search, page: 1 }, { enabled });
  const rows = enabled ? (query.data?.domains ?? []) : [];
  const found = rows.flatMap((row): PaletteItem[] =>
    'domain' in row ? [{ group: row.company, label: row.domain, run: () => open(row.domain) }] : [],
  );
  return { found, isAsking: enabled && query.isPending };
}

/** Opens a dossier over the screen; where there is none, over the directory. */
function useOpenAnywhere() {
  const router = useRouter();
  const navigate = useNavigate();
  const openDossier = useOpenDossier();
  const { data: slugs } = useBrand();
  return (domain: string) => {
    if (router.state.location.pathname.startsWith('/home/')) openDossier({ kind: 'domain', name: domain });
    else if (slugs)
      void navigate({
        to: '/home/$screen',
        params: { screen: withSlugs('{provider}_domains', slugs) },
        search: { domain },
      });
  };
}
