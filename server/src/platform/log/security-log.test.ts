import { access } from '@desk/contract/access';
import { admins } from '@desk/contract/admins';
import type { Call } from '@desk/contract/call';
import { imports } from '@desk/contract/imports';
import { registration } from '@desk/contract/registration';
import { renewals } from '@desk/contract/renewals';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { browserHeaders, testServer, PASSWORD } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const BUYER = 'buyer@acme.example';

/** A server whose log is kept. */
async function listening() {
  const desk = await testServer();
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line) => void lines.push(line) });
  const { app } = await buildApp({ ...desk.services, log }, { checkReplies: true });
  const print = ({ path }: Call, payload: string | object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/${path}`, payload, headers: { ...browserHeaders('one'), ...headers } });
  const events = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event !== 'request' && event !== 'request_failed');
  return { desk, lines, say: print, events };
}

test('what matters to security is logged with its address, request and actor', async () => {
  const { desk, say, events } = await listening();
  const authorization = (await desk.as({ email })).token ?? '';
  const ravi = await desk.as({ email: 'ravi@desk.example', menus: [] });
  const withoutScreens = ravi.token ?? '';
  const { rows } = await desk.pool.query<{ id: number }>("select id from menus where to_route = 'mx_records'");
  const given = rows[0]?.id;
  await desk.account({ email: BUYER, kind: 'customer' });
  const wrong = { email, password: 'wrong password', otp: '123456' };
  for (let i = 0; i < 6; i++) await say(access.adminLogin, wrong);
  await say(access.brand, { surprise: 1 });
  await say(access.brand, 'text', { 'content-type': 'text/plain' });
  await say(imports.check, {}, { authorization });
  await say(renewals.monthly, {}, { authorization: withoutScreens });
  const entered = await say(access.login, { email: BUYER, password: PASSWORD });
  await say(admins.setMenus, { admin_id: ravi.id, menu_id: [given], initialAdminMenu: [] }, { authorization });
  await say(access.logout, {}, { authorization });

  expect(entered.statusCode).toBe(200);
  const result = events();
  expect([...new Set(result.map(({ event }) => event))].sort()).toEqual([
    'authn_login_fail',
    'authn_login_lock',
    'authz_fail',
    'excess_rate_limit_exceeded',
    'input_validation_fail',
    'privilege_permissions_changed',
    'session_ended',
    'session_opened',
    'upload_validation',
  ]);
  for (const line of result) expect(line).toMatchObject({ ip: '127.0.0.1', request_id: expect.any(String) as string });
  const ended = result.find(({ event }) => event === 'session_ended');
  expect(ended).toMatchObject({ actor: email });
  const changed = result.find(({ event }) => event === 'privilege_permissions_changed');
  expect(changed).toMatchObject({ action: 'admin_menus_changed', account: ravi.id, fields: 'menus', actor: email });
});

test('no password, code, voucher or token stands in the log, the audit or the database, whatever is done with it', async () => {
  const { desk, lines, say } = await listening();
  const asha = await desk.as({ email, menus: ['invite_admin'] });
  const newcomer = 'meera@acme.example';
  const secrets = [PASSWORD, asha.token ?? '', 'seven green kettles', 'a password of my own'];
  const code = async (to: string) => {
    await say(access.sendOtp, { email: to });
    const otp = await codeFor(desk, to);
    secrets.push(otp);
    return otp;
  };
  await say(access.verifyOtp, { email: newcomer, otp: await code(newcomer) });
  await say(registration.generateVoucher, { email: newcomer });
  const voucher = /\w{4}-\w{4}-\w{4}/.exec((await mailsTo(desk, email)).at(-1)?.text ?? '')?.[0] ?? '';
  secrets.push(voucher);
  const person = { userName: 'Meera', phoneNumber: '9800000000', email: newcomer, voucher };
  const typed = { password: 'seven green kettles', confirmPassword: 'seven green kettles' };
  const signedUp = await say(registration.adminSignup, { formData: { ...person, ...typed } });
  await say(access.sendAdminOtp, { email, password: PASSWORD });
  const otp = await codeFor(desk, email);
  secrets.push(otp);
  const entered = await say(access.adminLogin, { email, password: PASSWORD, otp });
  secrets.push(entered.json<{ token: { login_token: string } }>().token.login_token);
  await say(access.login, { email, password: PASSWORD });
  const request = { email, otp: await code(email), new_password: 'a password of my own' };
  const changed = await say(access.forgotPassword, request, { authorization: asha.token ?? '' });
  await say(access.forgotPassword, { ...request, surprise: 1 });

  expect([signedUp, entered, changed].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const tables = ['accounts', 'sessions', 'otp_challenges', 'vouchers', 'throttles', 'audit_log', 'outbox'];
  const rows = await Promise.all(tables.map((table) => desk.pool.query(`select t::text from ${table} t`)));
  const kept = rows
    .flatMap((answer) => answer.rows as { t: string }[])
    .map(({ t }) => t.replace(/\d{4}-\d\d-\d\d [\d:.+]+/g, ''));
  const words = new Set([...lines, ...kept].flatMap((line) => line.split(/[^\w-]+/)));
  const everything = [...lines, ...kept].join('\n');
  for (const secret of secrets) {
    expect(secret).toMatch(/.{6}/);
    expect(secret.includes(' ') ? everything.includes(secret) : words.has(secret)).toBe(false);
  }
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
