import { Link, useRouterState } from '@tanstack/react-router';
import Menu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { useBrand } from '../../api/brand.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { lastFilters } from '../../kit/filter/last-filters.ts';
import { placeOf, screenAt } from '../menu/menu-groups.ts';
import { useShownMenu, type MenuEntry } from '../menu/shown-menu.ts';
import classes from './bottom-bar.module.css';
import { SearchButton } from './search-button.tsx';
import { Count } from './waiting-count.tsx';
import { useWaiting, type WaitingCount } from './waiting.ts';

const hasEntry = (menu: readonly MenuEntry[], route: string): boolean =>
  menu.some(({ to_route }) => to_route === route);

/** Whether the few screens that are opened all day stand at the foot of the page: on a phone of who works on renewals. */
export function useHasBottomBar(): boolean {
  const isPhone = useNarrow();
  const menu = useShownMenu();
  return isPhone && hasEntry(menu, 'deadlines');
}

interface Props {
  isMenuOpen: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

/** What a thumb reaches: the day, the month, the search, the deadlines, and all else behind the menu. */
export function BottomBar({ isMenuOpen, onMenu, onSearch }: Props) {
  const menu = useShownMenu();
  const counts = useWaiting();
  return (
    <nav className={classes.bar} aria-label="Quick access">
      <Tab route="my_day" name="My day" waiting={counts.get('my_day')} />
      {hasEntry(menu, 'get_monthly_renewal') && <Tab route="get_monthly_renewal" name="Month" />}
      <SearchButton className={classes.tab} isShort onOpen={onSearch} />
      <Tab route="deadlines" name="Deadlines" waiting={counts.get('deadlines')} />
      <button type="button" className={classes.tab} aria-expanded={isMenuOpen} onClick={onMenu}>
        <Menu size={20} stroke={1.75} aria-hidden />
        <span>Menu</span>
      </button>
    </nav>
  );
}

interface TabProps {
  route: string;
  name: string;
  waiting?: WaitingCount | undefined;
}

function Tab({ route, name, waiting }: TabProps) {
  const { data: slugs } = useBrand();
  const isHere = useRouterState({ select: (state) => state.location.pathname === `/home/${route}` });
  const { icon: Icon } = placeOf(screenAt(route, slugs));
  return (
    <Link
      to="/home/$screen"
      params={{ screen: route }}
      search={lastFilters(`/home/${route}`)}
      className={classes.tab}
      {...(isHere && { 'aria-current': 'page' })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{name}</span>
      {waiting && <Count {...waiting} className={classes.count} />}
    </Link>
  );
}
