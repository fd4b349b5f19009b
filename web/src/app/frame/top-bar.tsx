import { Link, useRouterState } from '@tanstack/react-router';
import LayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs';
import Menu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import { useBrand } from '../../api/brand.ts';
import { useSession } from '../../api/session.ts';
import { RecentChanges } from '../../kit/edit/recent-changes.tsx';
import { BrandLogo } from '../../kit/text/brand-logo.tsx';
import { brandName } from '../../kit/text/business.ts';
import { MailHeldChip } from '../../parts/mail/mail-held-chip.tsx';
import { placeOf, screenAt } from '../menu/menu-groups.ts';
import { useShownMenu } from '../menu/shown-menu.ts';
import { SearchButton } from './search-button.tsx';
import classes from './top-bar.module.css';
import { DataAge, Exports } from './work-in-progress.tsx';

const AUDIT_LOG = 'audit_log';

/** The installation's logo, and its name beside it. */
export const Logo = ({ isAlone = false }: { isAlone?: boolean }) => (
  <div className={classes.mark}>
    <BrandLogo />
    <span className={isAlone ? 'visually-hidden' : classes.brand}>{brandName}</span>
  </div>
);

interface Props {
  isNarrow: boolean;
  /** The menu and the search stand at the foot of the page. */
  hasBottomBar: boolean;
  isMenuOpen: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

/** Where one is, one search, what is under way, and what was changed. */
export function TopBar({ isNarrow, hasBottomBar, isMenuOpen, onMenu, onSearch }: Props) {
  return (
    <header className={classes.top} data-no-menu={hasBottomBar || undefined}>
      {!hasBottomBar && (
        <button type="button" className={classes.square} aria-label="Menu" aria-expanded={isMenuOpen} onClick={onMenu}>
          {isNarrow ? <Menu size={20} aria-hidden /> : <LayoutSidebar size={18} stroke={1.75} aria-hidden />}
        </button>
      )}
      {isNarrow && <Logo />}
      {!hasBottomBar && <SearchButton className={classes.search} onOpen={onSearch} />}
      {!isNarrow && <Place />}
      <div className={classes.state}>
        <MailHeldChip />
        <Exports />
        <DataAge />
        <Changes />
      </div>
    </header>
  );
}

/** The group and the name of the screen: its heading scrolls away, this stays. */
function Place() {
  const here = useRouterState({ select: (state) => state.location.pathname });
  const { data: slugs } = useBrand();
  const item = useShownMenu().find(({ to_route }) => here === `/home/${to_route}`);
  if (!item) return null;
  const { group } = placeOf(screenAt(item.to_route, slugs));
  return (
    <nav aria-label="Breadcrumb" className={classes.place}>
      <ol>
        {group !== null && <li>{group}</li>}
        <li aria-current="page">{item.menu_name}</li>
      </ol>
    </nav>
  );
}

/** What the staff changed in this tab; customers have no such list. */
function Changes() {
  const session = useSession();
  if (!session || session.role === 'CUSTOMER') return null;
  const log = session.menu.find(({ to_route }) => to_route === AUDIT_LOG);
  const rest =
    log &&
    ((close: () => void) => (
      <>
        What was changed before, and by others, is in the{' '}
        <Link to="/home/$screen" params={{ screen: AUDIT_LOG }} onClick={close}>
          {log.menu_name}
        </Link>
        .
      </>
    ));
  return <RecentChanges who={session.user} rest={rest} />;
}
