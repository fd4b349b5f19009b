import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { mailbox, short } from '../../auth/codes.ts';
import { browserHeaders, testServer, type TestServer } from '../../testing/server.ts';
import { codeFor, mailsTo } from '../../testing/mails.ts';

const hashing = vi.hoisted(() => ({ done: 0 }));

/** The real hash; how often one was made or compared is counted. */
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original();
  const counted =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      hashing.done++;
      return work(...args);
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});
beforeEach(() => void (hashing.done = 0));

type Purpose = 'register' | 'reset' | undefined;
const PURPOSES: readonly Purpose[] = [undefined, 'register', 'reset'];
const PAIRS = PURPOSES.flatMap((first) => PURPOSES.map((second) => [first, second] as const));

const KNOWN = 'asha@acme.example';
const UNKNOWN = 'nobody@acme.example';
const mine = browserHeaders('mine');

const hidden = async () => {
  const desk = await testServer({ env: { HIDE_ACCOUNT_EXISTENCE: 'true' } });
  await desk.account({ email: KNOWN, kind: 'customer' });
  return desk;
};
const ask = (desk: TestServer, email: string, purpose: Purpose) =>
  desk.stranger.calls(access.sendOtp, { email, ...(purpose && { purpose }) }, mine);
const passTime = ({ db }: TestServer) =>
  db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);

/** The counters for either e-mail; without the number of unknown attempts that the audit log sums up, which refuses nothing. */
async function counters({ db }: TestServer, email: string) {
  const { rows } = await db.execute<{ key: string; hits: number }>(sql`select key, hits from throttles
    where not starts_with(key, 'strangers:')`);
  const plain = (key: string) =>
    key.replaceAll(short(mailbox(email)), 'it').replace(/^codes:(?:un)?known$/, 'codes:all');
  return rows.map(({ key, hits }) => `${plain(key)} ${hits}`).toSorted();
}

/** All answers to an anonymous client that asks for two codes for an e-mail, guesses, and asks and guesses again later. */
async function seen(first: Purpose, second: Purpose, email: string) {
  const desk = await hidden();
  const before = hashing.done;
  const answers: unknown[] = [];
  // To the minute: one of two that wait for an hour has waited a second longer.
  const rounded = (_: string, seconds: string) => `"retry_after":${Math.round(Number(seconds) / 60)} min`;
  const note = ({ status, reply }: { status: number; reply: object }) =>
    answers.push([
      status,
      JSON.stringify(reply)
        .replace(/"retry_after":(\d+)/, rounded)
        .replace(/"request_id":"[^"]*"/, ''),
    ]);
  const guess = async () => note(await desk.stranger.calls(access.verifyOtp, { email, otp: '000000' }, mine));
  const setNew = async () =>
    note(
      await desk.stranger.calls(
        access.forgotPassword,
        { email, otp: '000000', new_password: 'seven green kettles' },
        mine,
      ),
    );
  for (const purpose of [first, second]) note(await ask(desk, email, purpose));
  await guess();
  await setNew();
  note(await desk.stranger.calls(access.login, { email, password: 'wrong password' }, mine));
  for (const purpose of [second, first]) {
    await passTime(desk);
    note(await ask(desk, email, purpose));
    for (let n = 0; n < 6; n++) await (n % 2 === 0 ? guess() : setNew());
  }
  await passTime(desk);
  for (let n = 0; n < 4; n++) {
    note(await ask(desk, email, n % 2 === 0 ? first : second));
    await passTime(desk);
  }
  const mails = (await mailsTo(desk, email)).length;
  const open = await desk.db.execute(sql`select count(*)::int as open from otp_challenges
    where used_at is null and client <> 'mailed'`);
  return { answers, counters: await counters(desk, email), mails, open: open.rows, hashes: hashing.done - before };
}

test.each(PAIRS)(
  'asked for %s and then for %s, an unknown e-mail is answered and counted like a known one',
  async (first, second) => {
    const known = await seen(first, second, KNOWN);
    const unknown = await seen(first, second, UNKNOWN);
    expect(unknown).toEqual(known);
    expect(known.hashes).toBe(1);
    expect(known.answers.slice(0, 2)).toMatchObject([
      [200, expect.stringContaining('"already_sent":false')],
      [200, expect.stringContaining('"already_sent":true')],
    ]);
  },
);

test.each(PAIRS)(
  'after codes for %s and then for %s the owner of an account still sets a new password',
  async (first, second) => {
    const desk = await hidden();
    await ask(desk, KNOWN, first);
    await passTime(desk);
    await ask(desk, KNOWN, second);
    await passTime(desk);
    await ask(desk, KNOWN, 'reset');
    const request = { email: KNOWN, otp: await codeFor(desk, KNOWN), new_password: 'seven green kettles' };
    expect((await desk.stranger.calls(access.forgotPassword, request, mine)).status).toBe(200);
  },
);

test('a code to register is a proof for that alone', async () => {
  const desk = await hidden();
  await ask(desk, UNKNOWN, 'register');
  const otp = await codeFor(desk, UNKNOWN);
  const request = { email: UNKNOWN, otp, new_password: 'seven green kettles' };
  expect((await desk.stranger.calls(access.forgotPassword, request, mine)).status).toBe(401);
  expect((await desk.stranger.calls(access.verifyOtp, { email: UNKNOWN, otp }, mine)).status).toBe(200);
  await desk.account({ email: UNKNOWN });
  const formData = { email: UNKNOWN, password: 'seven green kettles', confirmPassword: 'seven green kettles' };
  expect((await desk.stranger.calls(access.resetAdminPassword, { formData }, mine)).status).toBe(403);
});
