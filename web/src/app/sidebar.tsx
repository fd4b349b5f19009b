import { Link, useRouterState } from '@tanstack/react-router';
import { useBrand } from '../api/brand.ts';
import { useSession } from '../api/session.ts';
import { lastFilters } from '../kit/filter/last-filters.ts';
import { preloadScreen } from './screens.ts';
import classes from './shell.module.css';

/** The user's menu. A link leads back to the filters its screen had. */
export function Sidebar({ onGo }: { onGo?: () => void }) {
  const session = useSession();
  const { data: slugs } = useBrand();
  // Redrawn on each move, so that the links know the filters of the screen that was just left.
  const here = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={classes.side} aria-label="Main Menu">
      <span className={classes.user}>{session?.user}</span>
      <h2>Main Menu</h2>
      <ul>
        {session?.menu.map((item) => {
          const path = `/home/${item.to_route}`;
          return (
            <li key={item.menu_id}>
              <Link
                to="/home/$screen"
                params={{ screen: item.to_route }}
                search={lastFilters(path)}
                {...(here === path && { 'aria-current': 'page' })}
                onClick={onGo}
                onPointerEnter={() => preloadScreen(item.to_route, slugs)}
                onFocus={() => preloadScreen(item.to_route, slugs)}
              >
                {item.menu_name}
              </Link>
            </li>
          );
        })}
      </ul>
      <Link to="/logout">Logout</Link>
    </nav>
  );
}
