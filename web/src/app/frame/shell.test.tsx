import { access } from '@desk/contract/access';
import { sync } from '@desk/contract/sync';
import { waiting } from '@desk/contract/waiting';
import { act, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, showAt } from '../../testing/show.tsx';
import { layoutAnswers } from '../testing/customer.ts';
import { Shell } from './shell.tsx';
import { ageWords } from './work-in-progress.tsx';

const JOBS = { menu_id: 1, menu_name: 'Jobs', to_route: 'jobs' };
const LOG = { menu_id: 2, menu_name: 'Audit Log', to_route: 'audit_log' };
const MONTH = { menu_id: 3, menu_name: 'Monthly Renewal Data', to_route: 'get_monthly_renewal' };
const USERS = { menu_id: 4, menu_name: 'Approve Users', to_route: 'approve_users' };
const SYNC = { menu_id: 5, menu_name: 'Sync and import', to_route: 'subscription_sync' };
const ALL = [MONTH, JOBS, LOG, USERS];

function open(menu: (typeof JOBS)[], address = '/home', ...more: Parameters<typeof showAt>[2][]) {
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'ADMIN' });
  const shown = showAt(address, <Shell />, answering(access.menu, { menu }), ...more, ...layoutAnswers);
  const side = () => shown.screen.findByRole('navigation', { name: 'Main Menu' });
  return { ...shown, side };
}

/** A phone: all that is narrow holds. */
const narrow = () => {
  const list = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...list, media, matches: true }) as never);
};
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['leads on to the Audit Log', [JOBS, LOG], 1],
  ['does not name the Audit Log to those who have it not', [JOBS], 0],
])('Recent changes %s', async (_, menu, links) => {
  const { screen, user } = open(menu);

  await user.click(await screen.findByRole('button', { name: 'Recent changes' }));

  const list = screen.getByRole('dialog', { name: 'Recent changes' });
  expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toHaveLength(links);
});

test('a group is folded and stays so for this person; where one is stays in sight', async () => {
  const { user, side } = open(ALL, '/home/jobs');
  const menu = within(await side());
  const names = () => menu.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names()).toEqual([
    'My day',
    'Deadlines',
    'Mail in',
    'Monthly Renewal Data',
    'Jobs',
    'Audit Log',
    'Approve Users',
    'Logout',
  ]);

  await user.click(menu.getByRole('button', { name: 'Administration' }));

  expect(names()).toEqual(['My day', 'Deadlines', 'Mail in', 'Monthly Renewal Data', 'Jobs', 'Logout']);
  expect(menu.getByRole('link', { name: 'Jobs' }).getAttribute('aria-current')).toBe('page');
  expect(menu.getByRole('button', { name: 'Administration' }).getAttribute('aria-expanded')).toBe('false');
  expect(JSON.stringify(Object.entries(localStorage))).toContain('desk:asha@desk.example:folded-groups');
});

test('the menu is collapsed to its icons and stays so for this person; each entry keeps its name', async () => {
  const { screen, user, side } = open(ALL);
  await side();

  await user.click(screen.getByRole('button', { name: 'Menu' }));

  expect(screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
  expect((await side()).dataset['rail']).toBe('true');
  expect(within(await side()).getByRole('link', { name: 'Monthly Renewal Data' })).toBeTruthy();
  expect(localStorage.getItem('desk:asha@desk.example:menu-collapsed')).toBe('true');
});

test('beside an entry stands what waits there, marked where it is late; it is asked for again when the server tells of it', async () => {
  const now = { count: 3, is_late: false };
  const counts = answering(waiting.counts, () => ({ waiting: [{ screen: 'approve_users' as const, ...now }] }));
  const { screen, emit, sent } = open(ALL, '/home', counts);
  const entry = await screen.findByRole('link', { name: /^Approve Users\s*3\s*waiting$/ });
  expect(entry.querySelector('[data-late]')).toBeNull();
  Object.assign(now, { count: 4, is_late: true });

  emit('waiting', { kind: 'waiting' });

  const late = await screen.findByRole('link', { name: /^Approve Users\s*4\s*waiting, late$/ });
  expect(late.querySelector('[data-late]')).toBeTruthy();
  expect(sent.filter(({ path }) => path === waiting.counts.path)).toHaveLength(2);
});

test('who has no screen on which something waits never asks', async () => {
  const { sent, side } = open([LOG]);
  await side();
  await waitFor(() => expect(sent.some(({ path }) => path === access.menu.path)).toBe(true));
  expect(sent.filter(({ path }) => path === waiting.counts.path)).toEqual([]);
});

test('who has add-ons alone sees beside My day how many wait', async () => {
  const counts = answering(waiting.counts, { waiting: [{ screen: 'my_day', count: 12, is_late: true }] });
  const { screen } = open([{ menu_id: 9, menu_name: 'Axima Domains', to_route: 'axima_domains' }], '/home', counts);
  expect(await screen.findByRole('link', { name: /^My day\s*12\s*waiting, late$/ })).toBeTruthy();
});

test('the top bar says where one is', async () => {
  const { screen } = open(ALL, '/home/get_monthly_renewal');
  const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Renewals',
    'Monthly Renewal Data',
  ]);
});

test('in a narrow window the menu is a sheet, which Escape and a press on an entry close', async () => {
  narrow();
  const { screen, user } = open(ALL);
  const opener = await screen.findByRole('button', { name: 'Menu' });
  expect(screen.queryByRole('navigation', { name: 'Main Menu' })).toBeNull();
  await user.click(opener);
  await screen.findByRole('dialog', { name: 'Reseller Desk' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);

  await user.click(opener);
  await user.click(await screen.findByRole('link', { name: 'Monthly Renewal Data' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('on a phone of who works on renewals the day, the month, the search, the deadlines and the menu stand at its foot', async () => {
  narrow();
  const counts = answering(waiting.counts, {
    waiting: [
      { screen: 'my_day', count: 14, is_late: true },
      { screen: 'deadlines', count: 6, is_late: false },
    ],
  });
  const { screen, user } = open(ALL, '/home/my_day', counts);
  const bar = within(await screen.findByRole('navigation', { name: 'Quick access' }));
  expect((await bar.findByRole('link', { name: /^My day\s*14\s*waiting, late$/ })).getAttribute('aria-current')).toBe(
    'page',
  );
  expect(bar.getByRole('link', { name: /^Deadlines\s*6\s*waiting$/ }).getAttribute('href')).toBe('/home/deadlines');
  expect(bar.getByRole('link', { name: 'Month' }).getAttribute('href')).toBe('/home/get_monthly_renewal');
  // Each stands there once: nothing of it is in the top bar too.
  expect(screen.getAllByRole('button', { name: 'Search' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByRole('dialog', { name: 'Reseller Desk' });
});

test('a window that is turned keeps the search, and what was typed into it', async () => {
  const listeners = new Set<() => void>();
  let isNarrow = false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: isNarrow,
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as never,
  );
  const { screen, user } = open(ALL);
  await user.click(await screen.findByRole('button', { name: /^Search/ }));
  await user.type(await screen.findByRole('combobox'), 'acme');
  isNarrow = true;
  act(() => {
    for (const listener of [...listeners]) listener();
  });
  await screen.findByRole('navigation', { name: 'Quick access', hidden: true });
  // What was typed before the code of the search had come is in its field a moment later.
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('acme'));
});

test('who does not work on renewals has the menu at the top of a phone', async () => {
  narrow();
  const { screen } = open([LOG]);
  await screen.findByRole('button', { name: 'Menu' });
  expect(screen.queryByRole('navigation', { name: 'Quick access' })).toBeNull();
});

const run = {
  ...{ run_id: 1, started_by: null, started_at: '2026-11-23T06:00:00Z', pages: 1, subscriptions: 1, attempts: 1 },
  ...{ created: 0, changed: 0, ended: 0, renewals_opened: 0, renewals_closed: 0, error: null },
};

test('who has the sync sees how old the data of Google is, and that it is being read', async () => {
  const done = { ...run, state: 'done' as const, finished_at: new Date(Date.now() - 125_000).toISOString() };
  const now = { runs: [done] as Record<string, unknown>[] };
  const answer = answering(sync.runs, () => ({ runs: now.runs as never, next_run: null }));
  const { screen, emit } = open([SYNC], '/home', answer);
  const age = await screen.findByRole('link', { name: 'Google: 2 min ago' });
  expect(age.getAttribute('href')).toBe('/home/subscription_sync');
  now.runs = [{ ...run, run_id: 2, state: 'running', finished_at: null }, done];

  emit('sync', { kind: 'sync' });

  await screen.findByRole('link', { name: 'Reading Google' });
});

test.each([
  ['2026-11-28T20:02:40Z', 'just now'],
  ['2026-11-28T20:03:20Z', 'just now'],
  ['2026-11-28T20:01:59Z', '1 min ago'],
  ['2026-11-28T19:03:00Z', '1 h ago'],
  ['2026-11-26T21:03:00Z', '47 h ago'],
  // 29 Nov, 01:33 where the business is: 25 Nov is four days of the calendar before.
  ['2026-11-25T12:00:00Z', '4 days ago'],
  ['2026-11-28T20:10:00Z', '29 Nov 2026, 01:40'],
])('the age of %s is told as %s', (then, words) => {
  expect(ageWords(then, Date.parse('2026-11-28T20:03:00Z'))).toBe(words);
});
