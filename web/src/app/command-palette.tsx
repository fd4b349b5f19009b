import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { lastFilters } from '../kit/last-filters.ts';
import { Palette, type PaletteItem } from '../kit/palette.tsx';

/** Ctrl+K: the screens of the user's menu and what belongs to the session. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const session = useSession();
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
  return <Palette items={[...screens, logout]} onClose={onClose} />;
}
