import { crmTasks } from '@desk/contract/crm-tasks';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent } from '@testing-library/react';
import { Profiler, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answering, show } from '../testing/show.tsx';
import { useCall } from './hooks.ts';
import { storeSession } from './session.ts';

const FILTERED = { filter: 'open' } as never;

/** As `first/main.ts` has sent it, and what came of it. */
function sentFirst(total: number, isHere: boolean) {
  const text = JSON.stringify({ task: [], total });
  const response = Promise.resolve(new Response(text));
  const sent = { path: crmTasks.all.path, body: '{}', token: 'x', at: Date.now(), response };
  window.firstRequest = isHere ? { ...sent, text } : sent;
}

function Tasks() {
  const [body, setBody] = useState({});
  const queries = useQueryClient();
  const { data } = useCall(crmTasks.all, body);
  return (
    <>
      <p>{data ? `${String(data.total)} tasks` : 'Loading'}</p>
      <button onClick={() => setBody(FILTERED)}>Filter</button>
      <button onClick={() => setBody({})}>All</button>
      <button onClick={() => queries.removeQueries({ type: 'inactive' })}>Some minutes later</button>
    </>
  );
}

const opened = () => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let total = 10;
  const asked = vi.fn(() => ({ task: [], total: (total += 1) }));
  const draws = vi.fn();
  const tasks = (
    <Profiler id="tasks" onRender={draws}>
      <Tasks />
    </Profiler>
  );
  return { ...show(tasks, answering(crmTasks.all, asked)), asked, draws };
};

test('an answer that is here before the page is drawn is drawn with it, once, and nobody is asked', async () => {
  sentFirst(3, true);
  const { screen, asked, draws } = opened();
  await screen.findByText('3 tasks');
  await new Promise((later) => setTimeout(later, 50));
  expect(draws).toHaveBeenCalledOnce();
  expect(asked).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByText('11 tasks');
});

test('it does not come back for who looks at something else, and some minutes later at the same', async () => {
  sentFirst(3, true);
  const { screen, asked } = opened();
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText('3 tasks');
  press('Filter');
  await screen.findByText('11 tasks');
  press('Some minutes later');
  press('All');
  expect(screen.queryByText('3 tasks')).toBeNull();
  await screen.findByText('12 tasks');
  expect(asked).toHaveBeenCalledTimes(2);
});

test('one that is on its way is waited for', async () => {
  sentFirst(4, false);
  const { screen, asked } = opened();
  await screen.findByText('4 tasks');
  expect(asked).not.toHaveBeenCalled();
});

test('it is taken once: what opens the same later asks for it', async () => {
  sentFirst(5, true);
  const { screen } = opened();
  await screen.findByText('5 tasks');
  cleanup();
  await opened().screen.findByText('11 tasks');
});
