import { search } from '@desk/contract/search';
import { useNavigate } from '@tanstack/react-router';
import Logout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { useState } from 'react';
import { useBrand } from '../../api/brand.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useSession } from '../../api/session.ts';
import { Palette, type PaletteGroup, type PaletteItem } from '../../kit/dialog/palette.tsx';
import { lastFilters } from '../../kit/filter/last-filters.ts';
import { placeOf, screenAt } from '../menu/menu-groups.ts';
import { useShownMenu } from '../menu/shown-menu.ts';
import { useEverything, type HitDialog } from './everything.tsx';
import { ICON, matches } from './hits.tsx';
import { useOwnSearch } from './own-search.ts';

interface Props {
  /** What was typed before this was there. */
  start?: () => string;
  onClose: () => void;
}

/** The screens of the menu and Logout, by what is typed. */
function useOwnGroups(): (typed: string) => PaletteGroup[] {
  const navigate = useNavigate();
  const menu = useShownMenu();
  const { data: slugs } = useBrand();
  const screens = menu.map((item): PaletteItem => {
    const { group, icon: Icon } = placeOf(screenAt(item.to_route, slugs));
    return {
      key: item.to_route,
      label: item.menu_name,
      icon: <Icon {...ICON} />,
      ...(group !== null && { beside: group }),
      run: () =>
        void navigate({
          to: '/home/$screen',
          params: { screen: item.to_route },
          search: lastFilters(`/home/${item.to_route}`),
        }),
    };
  });
  const run = () => void navigate({ to: '/logout' });
  const logout: PaletteItem = { key: 'logout', label: 'Logout', icon: <Logout {...ICON} />, run };
  return (typed) => [
    { name: 'Screens', items: screens.filter((item) => matches(item.label, typed)), whole: typed === '' },
    { name: 'Session', items: [logout].filter((item) => matches(item.label, typed)) },
  ];
}

/**
 * Ctrl+K: what the user may find, the screens of the menu, and what belongs to the session. Customers search a list of their
 * own; who has no screen on which a domain is opened finds screens.
 */
export function CommandPalette({ start, onClose }: Props) {
  const isStaff = useSession()?.role !== 'CUSTOMER';
  const mayAll = useMayCall(search.everything) && isStaff;
  const [asked, setAsked] = useState('');
  const [dialog, setDialog] = useState<{ draw: HitDialog }>();
  const screens = useOwnGroups();
  const everything = useEverything(asked, { mayAll, show: (draw) => setDialog({ draw }) });
  const own = useOwnSearch(asked);
  const { groups, ...state } = mayAll ? everything : own;
  if (dialog) return dialog.draw(onClose);
  return (
    <Palette
      label={mayAll ? 'Search domains, people, invoices, tickets' : 'Search screens and actions'}
      groups={(typed) => [...groups(typed), ...screens(typed)]}
      {...state}
      {...(start && { start })}
      onType={setAsked}
      onClose={onClose}
    />
  );
}
