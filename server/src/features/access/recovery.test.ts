import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { short } from '../../auth/codes.ts';
import { browserHeaders, testServer, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';

const email = 'asha@acme.example';
const NEW = 'seven green kettles';

/** A browser at an address of its own, and its cookies. */
function browserAt({ app }: TestServer, remoteAddress: string) {
  const cookies = new Map<string, string>();
  return async (path: string, payload: object) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await app.inject({
      method: 'POST',
      url: `/api/${path}`,
      remoteAddress,
      payload,
      headers: { cookie },
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer.statusCode;
  };
}
type Browser = ReturnType<typeof browserAt>;

/** The long code in the newest mail to an address, as its reader types it. */
async function longCode(desk: TestServer, to = email): Promise<string> {
  const text = (await mailsTo(desk, to)).at(-1)?.text ?? '';
  return /\b(?:\d{5} ){3}\d{5}\b/.exec(text)?.[0].replaceAll(' ', '') ?? 'no long code was sent';
}

const wrongFor = (otp: string) => (otp === '111111' ? '222222' : '111111');
const wrongPasswords = async (strangers: Browser[]) => {
  for (const stranger of strangers)
    for (let n = 0; n < 5; n++) await stranger('login/', { email, password: `wrong password ${n}` });
};

/** Everything that anonymous clients at ten addresses can use up of an account's budgets. */
async function besieged(desk: TestServer) {
  const strangers = Array.from({ length: 10 }, (_, n) => browserAt(desk, `198.51.100.${n}`));
  const nextHour = () => desk.db.execute(sql`delete from throttles where key like 'codes-hour:%'`);
  const noPause = () => desk.db.execute(sql`update throttles set blocked_until = null where key = 'wrong-codes'`);
  let asked = 0;
  for (let round = 0; round < 2; round++)
    for (const stranger of strangers) {
      if (asked++ % 5 === 0) await nextHour();
      await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);
      expect(await stranger('sendotp/', { email, purpose: 'reset' })).toBe(200);
      const wrong = wrongFor(await codeFor(desk, email));
      for (let n = 0; n < 5; n++) {
        await noPause();
        expect(await stranger('verifyotp/', { email, otp: wrong })).toBe(401);
      }
    }
  await nextHour();
  await wrongPasswords(strangers);
  return strangers;
}

const counted = async ({ db }: TestServer, key: string) =>
  (await db.execute<{ hits: number }>(sql`select hits from throttles where key = ${key}`)).rows[0]?.hits;

test('whatever strangers at ten addresses do, the owner sets a new password at a new address and browserHeaders, and logs in', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const strangers = await besieged(desk);
  const owner = browserAt(desk, '203.0.113.1');
  expect(await owner('login/', { email, password: PASSWORD })).toBe(429);
  expect(await owner('sendotp/', { email, purpose: 'reset' })).toBe(429);

  // An hour before the day of the counters is over.
  await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '23 hours',
    expires_at = expires_at - interval '23 hours'`);
  const otp = await longCode(desk);
  expect(await owner('adminpanel/forgotpassword/', { email, otp, new_password: NEW })).toBe(200);

  await wrongPasswords(strangers);
  expect(await browserAt(desk, '203.0.113.2')('login/', { email, password: NEW })).toBe(429);
  expect(await owner('login/', { email, password: NEW })).toBe(200);
}, 60_000);

test('strangers gain no guess by it: a hundred short codes a day are compared, and wrong long ones are counted like any guess', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const [stranger = browserAt(desk, '198.51.100.1')] = await besieged(desk);
  expect(await counted(desk, `guesses:reset:${short(email)}`)).toBe(100);
  expect(await counted(desk, 'wrong-codes')).toBe(100);

  const otp = await longCode(desk);
  const wrong = `${otp.slice(0, -1)}${(Number(otp.slice(-1)) + 1) % 10}`;
  const statuses: number[] = [];
  for (let n = 0; n < 32; n++) statuses.push(await stranger('verifyotp/', { email, otp: wrong }));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
  expect(await counted(desk, `guesses:reset:${short(email)}`)).toBe(100);
  expect(await counted(desk, 'wrong-codes')).toBe(100);
  // Neither does that keep out somebody at the same address.
  const owner = browserAt(desk, '198.51.100.0');
  expect(await owner('verifyotp/', { email, otp })).toBe(200);
}, 60_000);

test('staff verify the long code, once and for their own browserHeaders, and set the password with it', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await browserAt(desk, '198.51.100.1')('sendotp/', { email, purpose: 'reset' });
  const [owner, other] = [browserAt(desk, '203.0.113.1'), browserAt(desk, '203.0.113.2')];
  const otp = await longCode(desk);
  expect(await owner('verifyotp/', { email, otp })).toBe(200);
  expect(await other('verifyotp/', { email, otp })).toBe(401);
  const formData = { email, password: NEW, confirmPassword: NEW };
  expect(await other('adminpanel/reset_admin_password/', { formData })).toBe(403);
  expect(await owner('adminpanel/reset_admin_password/', { formData })).toBe(200);
});

test('a long code is over after a day, after a new password, and for any other e-mail', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  await desk.account({ email: 'ravi@acme.example', kind: 'customer' });
  const owner = browserAt(desk, '203.0.113.1');
  const set = (to: string, otp: string, new_password = NEW) =>
    owner('adminpanel/forgotpassword/', { email: to, otp, new_password });
  await desk.stranger.calls(access.sendOtp, { email }, browserHeaders('one'));
  const first = await longCode(desk);
  expect(await set('ravi@acme.example', first)).toBe(401);
  await desk.db.execute(sql`update otp_challenges set expires_at = expires_at - interval '24 hours'`);
  expect(await set(email, first)).toBe(401);

  await desk.stranger.calls(access.sendOtp, { email }, browserHeaders('two'));
  const second = await longCode(desk);
  await desk.stranger.calls(access.sendOtp, { email }, browserHeaders('three'));
  expect(await set(email, await longCode(desk))).toBe(200);
  expect(await set(email, second, 'eight green kettles')).toBe(401);
});

test.each<Record<string, string>>([{}, { HIDE_ACCOUNT_EXISTENCE: 'true' }])(
  'mails to other spellings of a mailbox, which bring no long code, use up none that do (%j)',
  async (env) => {
    const desk = await testServer({ env });
    await desk.account({ email, kind: 'customer' });
    for (let n = 0; n < 6; n++)
      await browserAt(desk, '198.51.100.1')('sendotp/', { email: `asha+${n}@acme.example`, purpose: 'reset' });
    expect(await desk.db.$count(outboxTable)).toBe(5);
    expect(await browserAt(desk, '203.0.113.1')('sendotp/', { email, purpose: 'reset' })).toBe(200);
    expect(await longCode(desk)).toMatch(/^\d{20}$/);
  },
);

test('it comes with no code to log in or to register, and to no e-mail without an account', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  for (const purpose of ['register', 'reset'] as const)
    await desk.stranger.calls(access.sendOtp, { email: `${purpose}@acme.example`, purpose });
  for (const to of [email, 'register@acme.example', 'reset@acme.example']) {
    expect(await mailsTo(desk, to)).toHaveLength(1);
    expect(await longCode(desk, to)).toBe('no long code was sent');
  }
});

test('where existence is hidden, a wish to register with an account uses up its mails, so they bring the long code too, sealed', async () => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  await desk.account({ email, kind: 'customer' });
  await desk.stranger.calls(access.sendOtp, { email, purpose: 'register' }, browserHeaders('stranger'));
  const otp = await longCode(desk);
  const { rows } = await desk.db.execute<{ purpose: string; body: string | null }>(
    sql`select purpose, body from outbox`,
  );
  expect(rows).toEqual([{ purpose: 'otp', body: null }]);
  const owner = browserAt(desk, '203.0.113.1');
  expect(await owner('adminpanel/forgotpassword/', { email, otp, new_password: NEW })).toBe(200);
});
