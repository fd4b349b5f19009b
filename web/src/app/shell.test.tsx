import { expect, test } from 'vitest';
import { storeSession } from '../api/session.ts';
import { answering, showAt } from '../testing/show.tsx';
import { access } from '@desk/contract/access';
import { Shell } from './shell.tsx';
import { layoutAnswers } from './testing/customer.ts';

const JOBS = { menu_id: 1, menu_name: 'Jobs', to_route: 'jobs' };
const LOG = { menu_id: 2, menu_name: 'Audit Log', to_route: 'audit_log' };

test.each([
  ['leads on to the Audit Log', [JOBS, LOG], 1],
  ['does not name the Audit Log to those who have it not', [JOBS], 0],
])('Recent changes %s', async (_, menu, links) => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'ADMIN' });
  const answers = [answering(access.menu, { menu }), ...layoutAnswers];
  const { screen, user } = showAt('/home', <Shell />, ...answers);

  await user.click(await screen.findByRole('button', { name: 'Recent changes' }));

  const list = screen.getByRole('dialog', { name: 'Recent changes' });
  expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toHaveLength(links);
});
