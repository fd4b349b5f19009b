import { isSubject } from '@desk/contract/rules/pages';
import { MenuItem, Token } from '@desk/contract/access';
import { ROLES } from '@desk/contract/call';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { browserStorage, tabStorage } from '../kit/browser/browser-storage.ts';

const Session = z.object({ user: z.string(), token: Token, menu: z.array(MenuItem), role: z.enum(ROLES) });
export type Session = z.infer<typeof Session>;

const KEYS = ['user', 'token', 'menu', 'role'] as const;
const listeners = new Set<() => void>();
let known: { text: string; session: Session | undefined } = { text: '', session: undefined };

/** The session in this browser's storage; the same object for as long as nothing there changes. */
export function readSession(): Session | undefined {
  const text = JSON.stringify(KEYS.map(browserStorage.text));
  if (text !== known.text) {
    const [user, role] = [browserStorage.text('user'), browserStorage.text('role')];
    const [token, menu] = [browserStorage.read('token'), browserStorage.read('menu')];
    const read = Session.safeParse({ user, token, menu, role });
    known = { text, session: read.success ? read.data : undefined };
  }
  return known.session;
}

const emit = () => {
  for (const listener of [...listeners]) listener();
};

const LOGIN_PATH_KEY = 'desk:entrance';

/** Where this browser's visitor logs in: where the last login was, the customers' without one. It outlives the session. */
export const loginPath = (): '/' | '/adminpanel' =>
  browserStorage.text(LOGIN_PATH_KEY) === '/adminpanel' ? '/adminpanel' : '/';

const ENDED = 'desk:ended';

/** Whether the last session of this browser ended by itself, and nobody logged out: then what was typed stays. */
export const endedByItself = (): boolean => browserStorage.text(ENDED) !== null;

export function storeSession({ user, token, menu, role }: Session): void {
  browserStorage.remove(ENDED);
  browserStorage.keepText(LOGIN_PATH_KEY, role === 'CUSTOMER' ? '/' : '/adminpanel');
  browserStorage.keepText('user', user);
  browserStorage.keep('token', token);
  browserStorage.keep('menu', menu);
  browserStorage.keepText('role', role);
  emit();
}

/** Takes the session out of the storage; every tab hears of it. Where to log in again is left, and whether it `ended` by itself. */
export function clearSession(how: 'left' | 'ended' = 'left'): void {
  if (how === 'ended') browserStorage.keepText(ENDED, 'true');
  else browserStorage.remove(ENDED);
  for (const key of KEYS) browserStorage.remove(key);
  emit();
}

/** Hears when the session of this browser changes or goes, in whichever tab that happened. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Undefined once the session is gone, in whichever tab that happened. */
export const useSession = (): Session | undefined => useSyncExternalStore(onSessionChange, readSession);

const FIRST_LOGIN = 'desk:first-login';
const FirstLogin = z.object({ email: z.string(), login_token: z.string() });
export type FirstLogin = z.infer<typeof FirstLogin>;

/** A session that may only set its password; it is no signed-in user. It outlives a reload and is gone with the tab. */
export function holdFirstLogin(held: FirstLogin | undefined): void {
  if (held) tabStorage.keep(FIRST_LOGIN, held);
  else tabStorage.remove(FIRST_LOGIN);
}
export function heldFirstLogin(): FirstLogin | undefined {
  const read = FirstLogin.safeParse(tabStorage.read(FIRST_LOGIN));
  return read.success ? read.data : undefined;
}

const RETURN = 'desk:return';
const Return = z.object({ user: z.string(), address: z.string() });

/** A screen of this origin: a way out of the product, or to another one, is no place to come back to. */
const isScreen = (address: string): boolean =>
  /^\/home\/[\w-]+(?:[?#]|$)/.test(address) || isSubject(address.replace(/[?#].*$/, ''));

const OWNER = 'desk:owner';

/** Whose this tab is from now on: what somebody else typed and looked at in it is taken out. */
export function ownTab(user: string): void {
  const owner = tabStorage.text(OWNER);
  if (owner === user) return;
  if (owner !== null) forgetTab();
  tabStorage.keepText(OWNER, user);
}

/** Where this user was when the session ended; `''`: whoever logs in next. Of an address that is no screen nothing is kept. */
export function rememberAddress(user: string, address: string): void {
  if (user !== '') ownTab(user);
  if (isScreen(address)) tabStorage.keep(RETURN, { user, address });
}

/** The remembered address, once, and only for the same user; somebody else finds nothing of that user in this tab. */
export function takeAddress(user: string): string | undefined {
  const read = Return.safeParse(tabStorage.read(RETURN));
  tabStorage.remove(RETURN);
  ownTab(user);
  if (!read.success || !['', user].includes(read.data.user)) return undefined;
  return isScreen(read.data.address) ? read.data.address : undefined;
}

/** Takes drafts, filters and addresses out of this tab. */
export const forgetTab = (): void => tabStorage.clear();

const staleMenuListeners = new Set<() => void>();

/** Called when the server refuses what the menu offers: the menu may be another one by now. */
export function onStaleMenu(listener: () => void): () => void {
  staleMenuListeners.add(listener);
  return () => {
    staleMenuListeners.delete(listener);
  };
}

export const reportStaleMenu = (): void => {
  for (const listener of [...staleMenuListeners]) listener();
};

const sessionEndListeners = new Set<() => void>();

/** Called when the server no longer knows the session. */
export function onSessionEnded(listener: () => void): () => void {
  sessionEndListeners.add(listener);
  return () => {
    sessionEndListeners.delete(listener);
  };
}

export const sessionEnded = (): void => {
  for (const listener of [...sessionEndListeners]) listener();
};
