import { access } from '@desk/contract/access';
import { domains } from '@desk/contract/domains';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearSession, readSession, sessionEnded, storeSession } from '../api/session.ts';
import { keepDraft, readDraft } from '../kit/form/drafts.ts';
import { answering, refusing, showAt } from '../testing/show.tsx';
import { router } from './router.tsx';
import { layoutAnswers, menu, user } from './testing/customer.ts';

const token = { login_token: 'first', exp: 4_000_000_000 };
const HERE = '/home/map_domain?q=indus';
const ENDED = 'Your session has ended. Log in again to go on where you were.';

const WAITS = /^What you typed before your session ended is kept/;

const answers = [
  ...layoutAnswers,
  answering(access.logout, () => refusing(401)),
  answering(domains.own, { domains: [] }),
  answering(access.login, {
    email: user,
    token: { ...token, login_token: 'second' },
    menu,
    role: 'CUSTOMER',
    firstLogin: false,
  }),
];

/** Somebody who is signed in looks at a screen of the whole product. */
async function signedInAt(address: string) {
  storeSession({ user, token, menu, role: 'CUSTOMER' });
  const history = createMemoryHistory({ initialEntries: ['/error'] });
  router.update({ ...router.options, history });
  const shown = showAt('/', <RouterProvider router={router} />, ...answers);
  await act(() => router.navigate({ href: address, replace: true }));
  await shown.screen.findByRole('heading', { level: 1, name: 'Mapped Domain' });
  return { ...shown, history, here: () => router.state.location.href };
}

type Shown = Awaited<ReturnType<typeof signedInAt>>;

async function logInAgain({ screen, user: person }: Shown) {
  await person.click(await screen.findByRole('link', { name: 'Login' }));
  await person.type(await screen.findByLabelText(/^Username/), user);
  await person.type(screen.getByLabelText(/^Password/), 'a long password{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Mapped Domain' });
}

const goBack = ({ history }: Shown) =>
  act(async () => {
    history.back();
    await router.load();
  });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('of many refusals at the end of a session none makes the way out the place to come back to', async () => {
  const shown = await signedInAt(HERE);
  await act(async () => {
    sessionEnded();
    await new Promise((resolve) => setTimeout(resolve));
    sessionEnded();
  });
  expect(await shown.screen.findByText(ENDED)).toBeTruthy();
  await logInAgain(shown);
  expect(shown.here()).toBe(HERE);
});

test('Back after the next login neither leads to the logout nor ends the session that began', async () => {
  const shown = await signedInAt(HERE);
  act(() => sessionEnded());
  await logInAgain(shown);
  await goBack(shown);
  expect(readSession()?.token.login_token).toBe('second');
  expect(shown.here()).toBe(HERE);
});

test.each(['/logout', '/logout?ended=1'])('%s in the history ends no session that began after it', async (address) => {
  const shown = await signedInAt(HERE);
  shown.history.push(address, { hasEnded: true });
  shown.history.push('/forget_password');
  await goBack(shown);
  await shown.screen.findByRole('heading', { level: 1, name: 'Mapped Domain' });
  expect(readSession()?.token.login_token).toBe('first');
  expect(shown.here()).toMatch(/^\/home\/map_domain/);
});

test('a session that ended by itself in another tab leaves here what was typed, and where the user was', async () => {
  const shown = await signedInAt(HERE);
  keepDraft('comment-1', { comment: 'typed' });
  act(() => clearSession('ended'));
  expect(await shown.screen.findByText(ENDED)).toBeTruthy();
  expect(readDraft('comment-1', { comment: '' }).comment).toBe('typed');
  await logInAgain(shown);
  expect(shown.here()).toBe(HERE);
  expect((await shown.screen.findAllByText(WAITS)).length).toBeGreaterThan(0);
});

test('where nothing was typed nothing is said of it after the next login', async () => {
  const shown = await signedInAt(HERE);
  act(() => clearSession('ended'));
  await logInAgain(shown);
  expect(shown.screen.queryByText(WAITS)).toBeNull();
});

test('whoever logs out in another tab is logged out here, and nothing typed stays', async () => {
  const shown = await signedInAt(HERE);
  keepDraft('comment-1', { comment: 'typed' });
  act(() => clearSession());
  await shown.screen.findByLabelText(/^Username/);
  expect(readDraft('comment-1', { comment: '' }).comment).toBe('');
});
