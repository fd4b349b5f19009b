import { Link, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { access } from '@desk/contract/access';
import { Button } from '../kit/button/button.tsx';
import { useBrand } from '../api/brand.ts';
import { useCall } from '../api/hooks.ts';
import { readSession, storeSession, useSession } from '../api/session.ts';
import { businessDay } from '../kit/text/clock.ts';
import { Dialog } from '../kit/dialog/dialog.tsx';
import { lazyPart } from '../api/load-code.ts';
import { preferencesOf } from '../kit/browser/preferences.ts';
import { RecentChanges } from '../kit/edit/recent-changes.tsx';
import { toast } from '../kit/feedback/toast.ts';
import { useShortcut, useShortcutKeys } from '../kit/keyboard/shortcuts.ts';
import { useNarrow } from '../kit/browser/use-narrow.ts';
import { MailHeldChip } from '../parts/mail/mail-held-chip.tsx';
import { KeyList } from './key-list.tsx';
import { SessionWatch } from './session-watch.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { UserMenu } from './user-menu.tsx';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette);

const DAY_MS = 86_400_000;
const AUDIT_LOG = 'audit_log';

/** The layout around every signed-in page: top bar, sidebar, content, footer. */
export function Shell() {
  const session = useSession();
  const brand = useBrand();
  const [open, setOpen] = useState(true);
  const [sheet, setSheet] = useState(false);
  const narrow = useNarrow();
  const name = brand.data?.brand_name ?? 'Reseller Desk';
  useMenuRefresh();
  useShellKeys();
  // Preferences are read while the content is drawn, so their owner must be known before it.
  if (session) preferencesOf(session.user);

  const beside = open && !narrow;
  return (
    <div className={classes.shell} data-open={beside || undefined}>
      <a className={`visually-hidden ${classes.skip ?? ''}`} href="#content">
        Content
      </a>
      <SessionWatch />
      <TopBar name={name} expanded={narrow ? sheet : open} onMenu={() => (narrow ? setSheet(true) : setOpen(!open))} />
      {beside && <Sidebar />}
      {sheet && (
        <Dialog title={name} onClose={() => setSheet(false)}>
          <Sidebar onGo={() => setSheet(false)} />
        </Dialog>
      )}
      <main id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        Copyright © 2024–{businessDay().slice(0, 4)} {name}
      </footer>
      <KeyList />
    </div>
  );
}

function TopBar({ name, expanded, onMenu }: { name: string; expanded: boolean; onMenu: () => void }) {
  const [palette, setPalette] = useState(false);
  const session = useSession();
  const log = session?.menu.find(({ to_route }) => to_route === AUDIT_LOG);
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
  useShortcut('Ctrl+K', 'Search screens and actions', () => setPalette(true));
  return (
    <header className={classes.top}>
      <button type="button" className={classes.icon} aria-label="Menu" aria-expanded={expanded} onClick={onMenu}>
        ☰
      </button>
      <span className={classes.brand}>{name}</span>
      <MailHeldChip />
      <Button variant="default" className={classes.search} onClick={() => setPalette(true)}>
        Search <kbd>Ctrl+K</kbd>
      </Button>
      {session && session.role !== 'CUSTOMER' && <RecentChanges who={session.user} rest={rest} />}
      <UserMenu />
      {palette && (
        <Suspense>
          <CommandPalette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </header>
  );
}

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
