import { access } from '@desk/contract/access';
import type { Call } from '@desk/contract/call';
import { imports } from '@desk/contract/imports';
import { renewals } from '@desk/contract/renewals';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { house, PASSWORD } from '../testing/house.ts';

const email = 'asha@desk.example';

/** A server whose log is kept. */
async function listening() {
  const desk = await house();
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line) => void lines.push(line) });
  const { app } = await buildApp({ ...desk.wiring, log }, { checkReplies: true });
  const say = ({ path }: Call, payload: string | object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/${path}`, payload, headers });
  const events = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event !== 'request' && event !== 'request_failed');
  return { desk, lines, say, events };
}

test('what matters to security is logged with its address, request and actor', async () => {
  const { desk, say, events } = await listening();
  const authorization = (await desk.as({ email })).token ?? '';
  const withoutScreens = (await desk.as({ email: 'ravi@desk.example', menus: [] })).token ?? '';
  const wrong = { email, password: 'wrong password', otp: '123456' };
  for (let i = 0; i < 6; i++) await say(access.adminLogin, wrong);
  await say(access.brand, { surprise: 1 });
  await say(access.brand, 'text', { 'content-type': 'text/plain' });
  await say(imports.check, {}, { authorization });
  await say(renewals.monthly, {}, { authorization: withoutScreens });
  await say(access.logout, {}, { authorization });

  const said = events();
  expect([...new Set(said.map(({ event }) => event))].sort()).toEqual([
    'authn_login_fail',
    'authn_login_lock',
    'authz_fail',
    'excess_rate_limit_exceeded',
    'input_validation_fail',
    'session_ended',
    'upload_validation',
  ]);
  for (const line of said) expect(line).toMatchObject({ ip: '127.0.0.1', request_id: expect.any(String) as string });
  const ended = said.find(({ event }) => event === 'session_ended');
  expect(ended).toMatchObject({ actor: email });
});

test('neither passwords nor codes are logged, and no input begins a line of its own', async () => {
  const { lines, say } = await listening();
  await say(access.adminLogin, { email, password: PASSWORD, otp: '918273' });
  await say(access.adminLogin, { email: 'a\r\n{"event":"x"}@desk.example', password: PASSWORD, otp: '918273' });

  const all = lines.join('');
  expect(all).not.toContain(PASSWORD);
  expect(all).not.toContain('918273');
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});
