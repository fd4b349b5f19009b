import { access } from '@desk/contract/access';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { short } from '../../auth/codes.ts';
import { browserHeaders, testServer, cookiesOf, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const wrongFor = (otp: string) => (otp === '111111' ? '222222' : '111111');
/** So many wrong codes came today, and the last one just now or a while ago. */
const wrongCodes = ({ db }: TestServer, hits: number, secondsAgo: number) =>
  db.execute(sql`insert into throttles (key, hits, window_ends_at, blocked_until)
    values ('wrong-codes', ${hits}, now() + interval '1 day', now() + make_interval(secs => 240 - ${secondsAgo}))
    on conflict (key) do update set hits = excluded.hits, blocked_until = excluded.blocked_until`);
const counted = async ({ db }: TestServer) =>
  (await db.execute<{ hits: number }>(sql`select hits from throttles where key = 'wrong-codes'`)).rows[0]?.hits;

async function asked(desk: TestServer, to: string, headers = browserHeaders(to)) {
  await desk.stranger.calls(access.sendOtp, { email: to }, headers);
  const otp = await codeFor(desk, to);
  const tries = async (code: string) => desk.stranger.calls(access.verifyOtp, { email: to, otp: code }, headers);
  return { otp, tries };
}

test('of codes that are guessed at over many accounts, past a hundred a day, each account has one and all others one in four minutes', async () => {
  const desk = await testServer();
  const emails = Array.from({ length: 15 }, (_, n) => `buyer${n}@acme.example`);
  for (const to of emails) await desk.account({ email: to, kind: 'customer' });
  const guessers = [];
  for (const to of emails) guessers.push(await asked(desk, to));
  await wrongCodes(desk, 100, 240);

  const answers = await Promise.all(
    guessers.flatMap(({ otp, tries }) => Array.from({ length: 4 }, () => tries(wrongFor(otp)))),
  );
  const compared = answers.filter(({ status }) => status === 401).length;
  expect(compared).toBeLessThanOrEqual(emails.length + 1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(answers.length - compared);
  expect(await counted(desk)).toBe(101);
});

test('while others guess, who tries the code of an account that nobody guessed at waits for nothing', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await wrongCodes(desk, 150, 1);
  const { otp, tries } = await asked(desk, email);
  expect((await tries(otp)).status).toBe(200);
  expect(await counted(desk)).toBe(150);
});

test('who mistyped it meanwhile is told for how long to wait, and the code holds after that', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await wrongCodes(desk, 150, 1);
  const { otp, tries } = await asked(desk, email);
  expect((await tries(wrongFor(otp))).status).toBe(401);
  for (let n = 0; n < 6; n++) {
    const resting = await tries(otp);
    expect(resting.status).toBe(429);
    expect(resting.headers['retry-after']).toMatch(/^2[0-3]\d$/);
  }
  await wrongCodes(desk, 150, 240);
  expect((await tries(otp)).status).toBe(200);
});

test('right codes do not slow anybody down, and end no pause that a wrong one began', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const { otp, tries } = await asked(desk, email);
  await wrongCodes(desk, 99, 240);
  expect((await tries(otp)).status).toBe(200);
  expect(await counted(desk)).toBe(99);
});

test('a device that logged in before is slowed down too: somebody may have made himself many', async () => {
  const desk = await testServer();
  await desk.account({ email, kind: 'customer' });
  const owner = cookiesOf(await desk.stranger.calls(access.login, { email, password: PASSWORD }));
  await wrongCodes(desk, 150, 1);
  const { otp, tries } = await asked(desk, email, owner);
  expect((await tries(wrongFor(otp))).status).toBe(401);
  expect((await tries(wrongFor(otp))).status).toBe(429);
  await wrongCodes(desk, 150, 240);
  expect((await tries(otp)).status).toBe(200);
});

test('nobody waits at a login, whose code comes after the right password', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await wrongCodes(desk, 150, 1);
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  const otp = await codeFor(desk, email);
  const login = (code: string) => desk.stranger.calls(access.adminLogin, { email, password: PASSWORD, otp: code });
  expect((await login(wrongFor(otp))).status).toBe(422);
  expect((await login(otp)).status).toBe(200);
});

test.each([
  ['the account', (of: string) => of, 100],
  ['its browser', (of: string) => `${of}:%`, 20],
])(
  'a code that is not compared because %s had its wrong ones of the day keeps its tries',
  async (_what, like, most) => {
    const desk = await testServer();
    await desk.account({ email });
    const { otp, tries } = await asked(desk, email);
    expect((await tries(wrongFor(otp))).status).toBe(401);
    const count = (hits: number) =>
      desk.db.execute(sql`update throttles set hits = ${hits} where key like ${like(`guesses:reset:${short(email)}`)}`);
    await count(most);
    for (let n = 0; n < 6; n++) expect((await tries(otp)).status).toBe(429);
    await count(0);
    expect((await tries(otp)).status).toBe(200);
  },
);
