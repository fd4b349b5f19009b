import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { access } from '@desk/contract/access';
import { telephoneUrl } from '@desk/contract/rules/business';
import { useCall } from '../../api/hooks.ts';
import { readSession, storeSession, useSession } from '../../api/session.ts';
import { preferencesOf, usePreference } from '../../kit/browser/preferences.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { useShortcut, useShortcutKeys } from '../../kit/keyboard/shortcuts.ts';
import { brandName, businessPhone } from '../../kit/text/business.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { SessionWatch } from '../session-watch.tsx';
import { BottomBar, useHasBottomBar } from './bottom-bar.tsx';
import { KeyList } from './key-list.tsx';
import classes from './shell.module.css';
import { useSearch } from './search-button.tsx';
import { Sidebar } from './sidebar.tsx';
import { Logo, TopBar } from './top-bar.tsx';

const DAY_MS = 86_400_000;
/** Under this many pixels the menu is a sheet. */
const SHEET_BELOW = 900;

const readCollapsed = (stored: unknown): boolean => stored === true;

const placeOfMenu = (isNarrow: boolean, isCollapsed: boolean) => (isNarrow ? 'sheet' : isCollapsed ? 'rail' : 'open');

/** The layout around every signed-in page: menu, top bar, content, footer. */
export function Shell() {
  const session = useSession();
  // Preferences are read while the layout is drawn, so their owner must be known before it.
  if (session) preferencesOf(session.user);
  const [isCollapsed, setCollapsed] = usePreference('menu-collapsed', readCollapsed);
  const [sheet, setSheet] = useState(false);
  const narrow = useNarrow(SHEET_BELOW);
  useMenuRefresh();
  useShellKeys();
  // A window that became wide has the menu beside the content.
  if (sheet && !narrow) setSheet(false);
  const hasBottomBar = useHasBottomBar();
  const search = useSearch();

  return (
    <div className={classes.shell} data-menu={placeOfMenu(narrow, isCollapsed)}>
      <a className={`visually-hidden ${classes.skip ?? ''}`} href="#content">
        Content
      </a>
      <SessionWatch />
      {!narrow && <Beside isRail={isCollapsed} />}
      <TopBar
        isNarrow={narrow}
        hasBottomBar={hasBottomBar}
        isMenuOpen={narrow ? sheet : !isCollapsed}
        onSearch={search.open}
        onMenu={() => (narrow ? setSheet(true) : setCollapsed(!isCollapsed))}
      />
      {sheet && (
        <Dialog title={brandName} look="edge" start="heading" onClose={() => setSheet(false)}>
          <Sidebar onGo={() => setSheet(false)} />
        </Dialog>
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <span>
          Copyright © 2024–{businessDay().slice(0, 4)} {brandName}
        </span>
        <Help />
      </footer>
      {hasBottomBar && <BottomBar isMenuOpen={sheet} onMenu={() => setSheet(true)} onSearch={search.open} />}
      {search.dialog}
      <KeyList />
    </div>
  );
}

/** Whom customers call, wherever they are: some things are only done by phone. */
function Help() {
  const session = useSession();
  if (session?.role !== 'CUSTOMER' || businessPhone === undefined) return null;
  return (
    <span>
      Need help? <a href={telephoneUrl(businessPhone)}>Call us on {businessPhone}</a>
    </span>
  );
}

/** The menu beside the content. */
const Beside = ({ isRail }: { isRail: boolean }) => (
  <div className={classes.side}>
    <Sidebar head={<Logo isAlone={isRail} />} isRail={isRail} />
  </div>
);

function useShellKeys(): void {
  useShortcutKeys();
  useShortcut('/', 'Go to the search box', () => document.querySelector<HTMLElement>('[data-search]')?.focus());
}

/** The menu as the server has it now; what was stored at login stands until it is there. */
function useMenuRefresh(): void {
  const menu = useCall(access.menu, {}, { fresh: DAY_MS });
  useEffect(() => {
    const session = readSession();
    if (menu.data && session) storeSession({ ...session, menu: menu.data.menu });
  }, [menu.data]);
  useEffect(() => {
    if (menu.isError) toast('failed', 'Failed to fetch Menu data. Please try again later.');
  }, [menu.isError]);
}
