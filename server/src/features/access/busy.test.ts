import type * as Argon2 from '@node-rs/argon2';
import { access } from '@desk/contract/access';
import { admins } from '@desk/contract/admins';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { testServer, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';
import { prove, signup } from '../registration/testing/registrants.ts';
import { eventually } from '../../testing/eventually.ts';

const held = vi.hoisted(() => ({ crowdAfterVerify: false, release: [] as (() => void)[] }));

/** The hash of a password that begins with `wait` takes until it is released. */
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  const hash: typeof real.hash = async (password, options) => {
    if (String(password).startsWith('wait')) await new Promise<void>((go) => held.release.push(go));
    return real.hash(password, options);
  };
  const verify: typeof real.verify = async (...given) => {
    const matches = await real.verify(...given);
    // After this turn is given back, before the next answer of the database.
    if (held.crowdAfterVerify) setImmediate(() => crowd());
    return matches;
  };
  return { ...real, hash, verify };
});

let waiting: Promise<unknown>[] = [];
/** Takes every turn of the password hashing: those of anonymous clients, or also those of callers that have shown a session or a proof. */
function crowd(isOwner = true) {
  waiting = Array.from({ length: 40 }, () => hashPassword('wait', isOwner).catch(() => undefined));
}
async function disperse() {
  held.crowdAfterVerify = false;
  const releasing = setInterval(() => {
    for (const go of held.release.splice(0)) go();
  }, 1);
  await Promise.all(waiting);
  clearInterval(releasing);
}
afterEach(disperse);

const email = 'asha@desk.example';
test('who is turned away because the server is busy can use the code again', async () => {
  const desk = await testServer();
  await desk.account({ email });
  await desk.stranger.calls(access.sendOtp, { email });
  const request = { email, otp: await codeFor(desk, email), new_password: 'a password of my own' };

  crowd();
  expect((await desk.stranger.calls(access.forgotPassword, request)).status).toBe(503);
  await disperse();
  expect((await desk.stranger.calls(access.forgotPassword, request)).status).toBe(200);
});

test.each([
  [
    'who has a code sets a new password',
    async (desk: TestServer) => {
      await desk.account({ email });
      await desk.stranger.calls(access.sendOtp, { email });
      const input = { email, otp: await codeFor(desk, email), new_password: 'a password of my own' };
      return () => desk.stranger.calls(access.forgotPassword, input);
    },
  ],
  [
    'who logs in for the first time sets one',
    async (desk: TestServer) => {
      const asha = await desk.as({ email, firstLogin: true });
      const formData = { email, password: 'a password of my own', confirmPassword: 'a password of my own' };
      return () => asha.calls(access.resetAdminPassword, { formData });
    },
  ],
  [
    'who verified the e-mail registers',
    async (desk: TestServer) => {
      await prove(desk);
      return () => signup(desk);
    },
  ],
  [
    'an administrator invites',
    async (desk: TestServer) => {
      const asha = await desk.as();
      const { reply } = await asha.calls(admins.departments, {});
      const { menu } = (await asha.calls(admins.offeredMenus, {})).reply;
      const department_id = reply.department[0]?.department_id ?? 0;
      const formData = {
        admin_name: 'Ravi',
        admin_email: 'ravi@desk.example',
        phone_number: '9800000000',
        department_id,
      };
      const menuList = menu.filter(({ audience }) => audience === 'staff').map(({ menu_id }) => menu_id);
      return () => asha.calls(admins.invite, { formData, menuList });
    },
  ],
])('in a flood of strangers %s all the same', async (_what, prepare) => {
  const act = await prepare(await testServer());
  crowd(false);
  const acting = act();
  await eventually(() => expect(held.release.length).toBeGreaterThan(0));
  await disperse();
  expect((await acting).status).toBe(200);
});

test('a new password that waits for its hash holds no row meanwhile', async () => {
  const desk = await testServer();
  const asha = await desk.as({ email, firstLogin: true });
  const formData = { email, password: 'wait for the kettles', confirmPassword: 'wait for the kettles' };

  const setting = asha.calls(access.resetAdminPassword, { formData });
  await eventually(() => expect(held.release).toHaveLength(1));
  const { rows } = await desk.db.execute(sql`select 1 from sessions for update skip locked`);
  waiting = [setting];
  await disperse();

  expect(rows).toHaveLength(1);
  expect((await setting).status).toBe(200);
});

test('who cannot register because the server is busy can do so a moment later', async () => {
  const desk = await testServer();
  await prove(desk);

  crowd();
  expect((await signup(desk)).status).toBe(503);
  await disperse();
  expect((await signup(desk)).status).toBe(200);
});

test('a login does not fail because there is no time to renew an old hash', async () => {
  const desk = await testServer();
  const { id } = await desk.account({ email });
  const { hash } = await vi.importActual<typeof Argon2>('@node-rs/argon2');
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const stored = async () => {
    const [row] = await desk.db.select().from(accountsTable).where(eq(accountsTable.id, id));
    return row?.passwordHash;
  };
  await desk.db.update(accountsTable).set({ passwordHash: weak });
  const login = async () => {
    await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
    return { email, password: PASSWORD, otp: await codeFor(desk, email) };
  };

  const first = await login();
  held.crowdAfterVerify = true;
  expect((await desk.stranger.calls(access.adminLogin, first)).status).toBe(200);
  expect(await stored()).toBe(weak);
  await disperse();

  expect((await desk.stranger.calls(access.adminLogin, await login())).status).toBe(200);
  expect(await stored()).toContain('m=19456,t=2,p=1');
});
