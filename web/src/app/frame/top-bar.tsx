import { Link, useRouterState } from '@tanstack/react-router';
import LayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs';
import Menu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import Search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Suspense, useEffect, useRef, useState } from 'react';
import { search } from '@desk/contract/search';
import { useBrand } from '../../api/brand.ts';
import { lazyPart } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { TypedAhead } from '../../kit/dialog/typed-ahead.tsx';
import { RecentChanges } from '../../kit/edit/recent-changes.tsx';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { BrandMark } from '../../kit/text/brand-mark.tsx';
import { brandName } from '../../kit/text/business.ts';
import { MailHeldChip } from '../../parts/mail/mail-held-chip.tsx';
import { placeOf, screenAt } from '../menu/menu-groups.ts';
import { useShownMenu } from '../menu/shown-menu.ts';
import classes from './top-bar.module.css';
import { DataAge, Exports } from './work-in-progress.tsx';

const CommandPalette = lazyPart(async () => (await import('../search/command-palette.tsx')).CommandPalette);

const AUDIT_LOG = 'audit_log';

/** The installation's mark, and its name beside it. */
export const Mark = ({ isAlone = false }: { isAlone?: boolean }) => (
  <div className={classes.mark}>
    <BrandMark />
    <span className={isAlone ? 'visually-hidden' : classes.brand}>{brandName}</span>
  </div>
);

interface Props {
  isNarrow: boolean;
  isMenuOpen: boolean;
  onMenu: () => void;
}

/** Where one is, one search, what is under way, and what was changed. */
export function TopBar({ isNarrow, isMenuOpen, onMenu }: Props) {
  return (
    <header className={classes.top}>
      <button type="button" className={classes.square} aria-label="Menu" aria-expanded={isMenuOpen} onClick={onMenu}>
        {isNarrow ? <Menu size={20} aria-hidden /> : <LayoutSidebar size={18} stroke={1.75} aria-hidden />}
      </button>
      {isNarrow && <Mark />}
      <SearchButton />
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

const preloadDomain = async () => (await import('../subject-route.tsx')).DomainScreen.preload();

/** What is opened most often from any screen is fetched once the screen stands. */
const useCodeAhead = (mayAll: boolean) =>
  useEffect(() => {
    const timer = setTimeout(() => {
      void CommandPalette.preload();
      if (mayAll) void preloadDomain().catch(() => undefined);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [mayAll]);

function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  // Who types at once, with a customer on the telephone, does not wait for code.
  const ahead = useRef('');
  const typeAhead = useStable((change: (typed: string) => string) => void (ahead.current = change(ahead.current)));
  const open = () => {
    ahead.current = '';
    setOpen(true);
  };
  const mayAll = useMayCall(search.everything);
  const isStaff = useSession()?.role !== 'CUSTOMER';
  const words = mayAll && isStaff ? 'Search domains, people, invoices, tickets' : 'Search';
  useShortcut('Ctrl+K', 'Search screens and actions', open);
  useCodeAhead(mayAll && isStaff);
  return (
    <>
      <button type="button" className={classes.search} onClick={open}>
        <Search size={16} stroke={1.75} aria-hidden />
        <span>{words}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<TypedAhead onType={typeAhead} />}>
          <CommandPalette start={() => ahead.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
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
