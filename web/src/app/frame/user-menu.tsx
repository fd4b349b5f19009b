import { Link } from '@tanstack/react-router';
import LogoutIcon from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { Suspense, useState, type RefObject } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useSession } from '../../api/session.ts';
import { useDropdown } from '../../kit/keyboard/use-dropdown.ts';
import { useColours, type Colours } from '../../kit/theme/colours.ts';
import { roleWords } from '../../parts/menus/role-words.ts';
import classes from './user-menu.module.css';

const ProfileDialog = lazyPart(async () => (await import('../../features/access/profile.dialog.tsx')).ProfileDialog);

const THEMES: readonly (readonly [Colours, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
];

/** "asha.rao@desk.example" is AR, "asha@desk.example" AS. */
function initialsOf(email: string): string {
  const [name = ''] = email.split('@');
  const [first = '', second] = name.split(/[._+-]+/).filter((part) => part !== '');
  return (second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
}

/** Who is logged in: profile, colours, and the way out. */
export function UserMenu() {
  const { open, toggle, close, opener, around } = useDropdown();
  const [profile, setProfile] = useState(false);
  const [colours, choose] = useColours();
  return (
    <div className={classes.menu} {...around}>
      <Person opener={opener} isOpen={open} onPress={toggle} />
      <Link to="/logout" className={classes.logout} title="Logout">
        <LogoutIcon size={16} stroke={1.75} aria-hidden />
        <span className="visually-hidden">Logout</span>
      </Link>
      {open && (
        <div className={classes.panel}>
          <button
            type="button"
            onClick={() => {
              close();
              setProfile(true);
            }}
          >
            User Profile
          </button>
          <fieldset>
            <legend>Colours</legend>
            {THEMES.map(([value, label]) => (
              <label key={value}>
                <input type="radio" name="colours" checked={colours === value} onChange={() => choose(value)} />
                {label}
              </label>
            ))}
          </fieldset>
        </div>
      )}
      {profile && (
        <Suspense>
          <ProfileDialog onClose={() => setProfile(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface PersonProps {
  opener: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onPress: () => void;
}

function Person({ opener, isOpen, onPress }: PersonProps) {
  const session = useSession();
  if (!session) return null;
  const { user, role } = session;
  return (
    <button ref={opener} type="button" className={classes.person} aria-expanded={isOpen} title={user} onClick={onPress}>
      <span className={classes.face} aria-hidden="true">
        {initialsOf(user)}
      </span>
      <span className={classes.who}>
        <span className="visually-hidden">User </span>
        <span>{user}</span> <small>{roleWords(role)}</small>
      </span>
    </button>
  );
}
