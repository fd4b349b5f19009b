import type * as Argon2 from '@node-rs/argon2';
import { admins } from '@desk/contract/admins';
import { expect, test, vi } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { testServer } from '../../testing/server.ts';

const held = vi.hoisted(() => ({ release: [] as (() => void)[] }));

/** The hash of the password `wait` takes until it is released. */
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  const hash: typeof real.hash = async (password, options) => {
    if (password === 'wait') await new Promise<void>((go) => held.release.push(go));
    return real.hash(password, options);
  };
  return { ...real, hash };
});

test('while all turns for hashing are taken an invitation is refused and can be sent again', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const { reply } = await asha.calls(admins.departments, {});
  const offered = (await asha.calls(admins.offeredMenus, {})).reply.menu.filter((menu) => menu.audience === 'staff');
  const request = {
    formData: {
      admin_name: 'Ravi Iyer',
      admin_email: 'ravi@desk.example',
      phone_number: '9800000000',
      department_id: reply.department[0]?.department_id ?? 0,
    },
    menuList: offered.map((menu) => menu.menu_id),
  };

  const waiting = Array.from({ length: 40 }, () => hashPassword('wait', true).catch(() => undefined));
  const refused = await asha.calls(admins.invite, request);
  expect(refused).toMatchObject({
    status: 503,
    reply: { message: 'Failed to Send invitation. Please try again...!!' },
  });
  expect(await desk.db.$count(accountsTable)).toBe(1);
  expect(await desk.db.$count(outboxTable)).toBe(0);

  const releasing = setInterval(() => {
    for (const go of held.release.splice(0)) go();
  }, 1);
  await Promise.all(waiting);
  clearInterval(releasing);
  expect((await asha.calls(admins.invite, request)).status).toBe(200);
});
