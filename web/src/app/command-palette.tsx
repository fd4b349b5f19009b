import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { lastFilters } from '../kit/filter/last-filters.ts';
import { Palette, type PaletteItem } from '../kit/dialog/palette.tsx';
import { useDomainSearch } from './domain-search.ts';

/** Ctrl+K: the screens of the user's menu, what belongs to the session, and the domains that the user may see. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const session = useSession();
  const [typed, setTyped] = useState('');
  const domains = useDomainSearch(typed);
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
