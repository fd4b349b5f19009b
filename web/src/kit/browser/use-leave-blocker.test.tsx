import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLeaveBlocker } from './use-leave-blocker.ts';

function Form() {
  const { status } = useLeaveBlocker(() => true);
  return <p>{status}</p>;
}

async function open() {
  const root = createRootRoute({ component: Outlet });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/form', component: Form }),
    createRoute({ getParentRoute: () => root, path: '/logout', component: () => <p>out</p> }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/form'] }) });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('idle');
  const go = (href: string) =>
    act(async () => {
      router.history.push(href);
      await Promise.resolve();
    });
  return { go };
}

test('a logout that somebody chose is asked about as any other way off', async () => {
  const { go } = await open();
  await go('/logout');
  expect(await screen.findByText('blocked')).toBeTruthy();
});

test('the end of a session is not held by what is not saved', async () => {
  const { go } = await open();
  await go('/logout?ended=1');
  expect(await screen.findByText('out')).toBeTruthy();
});
