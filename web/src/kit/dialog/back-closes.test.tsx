import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type RouterHistory,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { leaveEntryBelow } from '../browser/entry-below.ts';
import { Dialog } from './dialog.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { useClosing } from './use-closing.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

function Form({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { close, question } = useClosing({ isUnsaved: typed !== '', onClose });
  return (
    <>
      <Dialog title="Comment" onClose={close}>
        <input aria-label="Words" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        <button type="button" onClick={onClose}>
          Save
        </button>
      </Dialog>
      {question}
    </>
  );
}

function List() {
  const [isOpen, setIsOpen] = useState(false);
  const addressed = useOpenDialog('list');
  return (
    <>
      <h1>List</h1>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => addressed.open('all')}>
        Show all
      </button>
      {addressed.opened !== '' && (
        <Dialog title="All" onClose={addressed.close}>
          <button type="button" onClick={() => setIsOpen(true)}>
            Write
          </button>
        </Dialog>
      )}
      {isOpen && <Form onClose={() => setIsOpen(false)} />}
    </>
  );
}

const Unsaved = () => (
  <>
    <h1>Settings</h1>
    <LeaveQuestion isUnsaved>It is lost.</LeaveQuestion>
  </>
);

let history: RouterHistory;
let stop: () => void;

/** The pages over a browser's history, one after the other. */
async function start(...addresses: readonly string[]) {
  // Entries of the test before lie below: another document's, for all that the product knows.
  window.history.pushState(null, '', '/before');
  window.history.pushState(null, '', addresses[0]);
  history = createBrowserHistory();
  stop = leaveEntryBelow(history);
  const root = createRootRoute({ component: Outlet });
  const pages = { '/list': List, '/start': () => <h1>Start</h1>, '/page': () => <h1>Page</h1>, '/settings': Unsaved };
  const routeTree = root.addChildren(
    Object.entries(pages).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
  );
  const router = createRouter({
    routeTree,
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { level: 1 });
  for (const address of addresses.slice(1)) await act(() => router.navigate({ href: address }));
  return userEvent.setup({ delay: null });
}

/** One press of Back, and a moment in which something wrong could follow of it. */
const back = () =>
  act(async () => {
    window.history.back();
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
const here = () => `${window.location.pathname}${window.location.search}`;
const dialogs = () => [...document.querySelectorAll('[data-modal] h2')].map(({ textContent }) => textContent);
const shows = (address: string, open: readonly string[]) =>
  waitFor(() => expect([here(), dialogs()]).toEqual([address, open]));

afterEach(() => {
  cleanup();
  stop();
  history.destroy();
});

test('Back closes an open dialog and stays; the next one leaves', async () => {
  const user = await start('/start', '/list?q=acme');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await back();
  await shows('/list?q=acme', []);
  await back();
  await shows('/start', []);
});

test('Back asks before it closes what was typed in, as Close does; Back on the question goes on writing', async () => {
  const user = await start('/start', '/list');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await user.type(screen.getByLabelText('Words'), 'Called');
  await back();
  await shows('/list', ['Comment', 'Close without saving?']);
  await back();
  await shows('/list', ['Comment']);
  expect(screen.getByLabelText<HTMLInputElement>('Words').value).toBe('Called');
  await back();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await shows('/list', []);
  await back();
  await shows('/start', []);
});

test('a dialog that closes by itself leaves nothing to go back through', async () => {
  const user = await start('/start', '/list');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await back();
  await shows('/start', []);
});

test('a dialog that stands in the address is closed by one Back, and one over it first', async () => {
  const user = await start('/start', '/list');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  await user.click(await screen.findByRole('button', { name: 'Write' }));
  expect(dialogs()).toEqual(['All', 'Comment']);
  await back();
  await shows('/list?list=all', ['All']);
  await back();
  await shows('/list', []);
  await back();
  await shows('/start', []);
});

test('a dialog that somebody sent a link to is closed by Back, too', async () => {
  await start('/start', '/list?list=all');
  await shows('/list?list=all', ['All']);
  await back();
  await shows('/list', []);
  await back();
  await shows('/start', []);
});

test('on the first page of a tab Back closes the dialog as well, and the next one leaves the product', async () => {
  const user = await start('/list');
  for (let times = 0; times < 2; times += 1) {
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    await back();
    await shows('/list', []);
  }
  await back();
  await shows('/before', []);
});

test('the first page is one step away as before, though a dialog was open on it', async () => {
  const user = await start('/list');
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  act(() => history.push('/page'));
  await screen.findByRole('heading', { name: 'Page' });
  await back();
  await shows('/list', []);
  await back();
  await shows('/before', []);
});

test('Back on the question whether to leave a page stays on it, however often; Leave leaves', async () => {
  const user = await start('/start', '/page', '/settings');
  for (const asked of [['Leave without saving?'], [], ['Leave without saving?']]) {
    await back();
    await shows('/settings', asked);
  }
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await shows('/page', []);
  await back();
  await shows('/start', []);
});
