import { Button, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../api/load-code.ts';
import classes from './shell.module.css';

const ProfileDialog = lazyPart(async () => (await import('../features/access/profile.dialog.tsx')).ProfileDialog);

const THEMES: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
];

/** Profile, colours, and the way out. */
export function UserMenu() {
  const [open, setOpen] = useState(false);
  const [profile, setProfile] = useState(false);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
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
                <input
                  type="radio"
                  name="colours"
                  checked={colorScheme === value}
                  onChange={() => setColorScheme(value)}
                />
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
