import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ensureFirstAdmin } from './first-admin.ts';
import { testServer } from '../testing/server.ts';

const settings = (ADMIN_PASSWORD: string) => ({ env: { ADMIN_EMAIL: 'Owner@desk.example', ADMIN_PASSWORD } });
const accounts = async (desk: Awaited<ReturnType<typeof testServer>>) =>
  (await desk.db.execute(sql`select email, role, first_login from accounts`)).rows;

test('the first administrator has the password of the settings and may keep it', async () => {
  const desk = await testServer(settings('seven green kettles'));
  await ensureFirstAdmin(desk.services);
  await ensureFirstAdmin(desk.services);
  expect(await accounts(desk)).toEqual([{ email: 'owner@desk.example', role: 'ADMIN', first_login: false }]);
});

test.each(['password123', 'owner2024!', 'Test-Desk-1'])('%s is refused in one sentence', async (password) => {
  const desk = await testServer(settings(password));
  await expect(ensureFirstAdmin(desk.services)).rejects.toThrow(/^The setting ADMIN_PASSWORD is too easy to guess/);
  expect(await accounts(desk)).toEqual([]);
});

test('a desk that has an administrator starts whatever the setting says', async () => {
  const desk = await testServer(settings('password123'));
  await desk.account();
  await ensureFirstAdmin(desk.services);
  expect(await accounts(desk)).toHaveLength(1);
});
