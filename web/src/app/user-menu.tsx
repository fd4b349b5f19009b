import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../api/load-code.ts';
import { Button } from '../kit/button/button.tsx';
import { useColours, type Colours } from '../kit/theme/colours.ts';
import classes from './shell.module.css';

const ProfileDialog = lazyPart(async () => (await import('../features/access/profile.dialog.tsx')).ProfileDialog);

const THEMES: readonly (readonly [Colours, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
];

/** Profile, colours, and the way out. */
export function UserMenu() {
  const [open, setOpen] = useState(false);
  const [profile, setProfile] = useState(false);
  const [colours, choose] = useColours();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and leaving close the panel
    <div
      className={classes.menu}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Button ref={opener} variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        User
      </Button>
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
          <Link to="/logout">Logout</Link>
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
