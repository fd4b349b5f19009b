import { Link, useRouterState } from '@tanstack/react-router';
import ChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useBrand } from '../../api/brand.ts';
import { usePreference } from '../../kit/browser/preferences.ts';
import { lastFilters } from '../../kit/filter/last-filters.ts';
import { preloadScreen } from '../screens.ts';
import { grouped, GROUPS, placeOf, screenAt, type Group } from '../menu/menu-groups.ts';
import { useShownMenu, type MenuEntry } from '../menu/shown-menu.ts';
import classes from './sidebar.module.css';
import { UserMenu } from './user-menu.tsx';
import { Count } from './waiting-count.tsx';
import { useWaiting, type WaitingCount } from './waiting.ts';

const readFolded = (stored: unknown): readonly Group[] =>
  GROUPS.filter((group) => Array.isArray(stored) && stored.includes(group));

interface Props {
  /** Above the entries. */
  head?: ReactNode;
  /** Icons alone: the names are told when they are pointed at. */
  isRail?: boolean;
  onGo?: () => void;
}

/** The user's screens in groups, and at its foot who is logged in. A link leads back to the filters its screen had. */
export function Sidebar({ head, isRail = false, onGo }: Props) {
  const menu = useShownMenu();
  const { data: slugs } = useBrand();
  // Redrawn on each move, so that the links know the filters of the screen that was just left.
  const here = useRouterState({ select: (state) => state.location.pathname });
  const [folded, setFolded] = usePreference('folded-groups', readFolded);
  const box = useRef<HTMLElement>(null);
  const groups = grouped(menu, slugs);
  const counts = useWaiting();
  useEffect(() => {
    box.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [here, isRail, groups.length]);

  const fold = (group: Group) =>
    setFolded(folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group]);
  return (
    <nav ref={box} className={classes.side} aria-label="Main Menu" data-rail={isRail || undefined}>
      {head}
      <div className={classes.entries}>
        <h2 className={groups.some(({ group }) => group) ? 'visually-hidden' : classes.heading}>Main Menu</h2>
        {groups.map(({ group, entries }) => (
          <Entries
            // Of those without a name there are two.
            key={group ?? entries[0]?.to_route}
            group={group}
            isRail={isRail}
            isFolded={!isRail && group !== null && folded.includes(group)}
            onFold={fold}
            // Where one is stays in sight, also in a folded group.
            entries={entries.map((item) => ({ item, isHere: here === `/home/${item.to_route}` }))}
            counts={counts}
            {...(onGo && { onGo })}
          />
        ))}
      </div>
      <UserMenu />
    </nav>
  );
}

interface EntriesProps {
  group: Group | null;
  isRail: boolean;
  isFolded: boolean;
  onFold: (group: Group) => void;
  entries: readonly { readonly item: MenuEntry; readonly isHere: boolean }[];
  counts: ReadonlyMap<string, WaitingCount>;
  onGo?: () => void;
}

function Entries({ group, isRail, isFolded, onFold, entries, counts, onGo }: EntriesProps) {
  const id = useId();
  const shown = entries.filter(({ isHere }) => !isFolded || isHere);
  const hidden = sumOf(
    entries.filter((entry) => !shown.includes(entry)).flatMap(({ item }) => counts.get(item.to_route) ?? []),
  );
  return (
    <>
      {isRail && <div className={classes.line} />}
      {group !== null && !isRail && (
        <h3 className={classes.group}>
          <button type="button" aria-expanded={!isFolded} aria-controls={id} onClick={() => onFold(group)}>
            {group}
            {hidden && <Count {...hidden} className={classes.count} />}
            <ChevronDown size={14} aria-hidden />
          </button>
        </h3>
      )}
      <ul id={id} aria-label={group ?? 'Main Menu'}>
        {shown.map(({ item, isHere }) => (
          <Entry key={item.to_route} item={item} isHere={isHere} waiting={counts.get(item.to_route)} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  item: MenuEntry;
  isHere: boolean;
  waiting: WaitingCount | undefined;
  onGo: (() => void) | undefined;
}

function Entry({ item, isHere, waiting, onGo }: EntryProps) {
  const { data: slugs } = useBrand();
  const { icon: Icon } = placeOf(screenAt(item.to_route, slugs));
  const preload = () => void preloadScreen(item.to_route, slugs);
  return (
    <li>
      <Link
        to="/home/$screen"
        params={{ screen: item.to_route }}
        search={lastFilters(`/home/${item.to_route}`)}
        title={item.menu_name}
        {...(isHere && { 'aria-current': 'page' })}
        onClick={onGo}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className={classes.name}>{item.menu_name}</span>
        {waiting && <Count {...waiting} className={classes.count} />}
      </Link>
    </li>
  );
}

const sumOf = (counts: readonly WaitingCount[]): WaitingCount | undefined =>
  counts.length === 0
    ? undefined
    : { count: counts.reduce((sum, { count }) => sum + count, 0), is_late: counts.some((one) => one.is_late) };
