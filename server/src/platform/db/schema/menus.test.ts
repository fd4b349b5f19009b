import { CUSTOMER_SCREENS, STAFF_SCREENS } from '@desk/contract/rules/pages';
import { expect, test } from 'vitest';
import { ask, scratchDatabase } from '../../../testing/scratch.ts';
import { migrate } from './migrate.ts';
import { neededLevel } from './schema-level.ts';

const routesOf = async (url: string, email: string): Promise<string[]> => {
  const rows = await ask<{ route: string }>(
    url,
    `select m.to_route as route from menus m join account_menus am on am.menu_id = m.id join accounts a on a.id = am.account_id
     where a.email = $1 order by m.position`,
    [email],
  );
  return rows.map(({ route }) => route);
};

const shown = (url: string, audience: string) =>
  ask<{ to_route: string; name: string }>(
    url,
    'select to_route, name from menus where audience = $1 order by position',
    [audience],
  );

/** A database in which Jobs and My Dashboard are screens that are still to come. */
async function beforeTwoScreens() {
  const { url } = await scratchDatabase();
  await migrate(url);
  await ask(
    url,
    `delete from menus where to_route in ('jobs', 'renewal_member_dashboard');
     update menus set name = 'An earlier name' where to_route = 'get_monthly_renewal';
     insert into accounts (kind, email, name, password_hash, status, role, created_at)
       select 'staff', name || '@desk.example', name, 'x', 'ACTIVE', role, now()
       from (values ('asha', 'ADMIN'), ('ravi', 'ADMIN'), ('nila', 'ADMIN'), ('meena', 'RMEMBER')) as a (name, role);
     insert into account_menus select a.id, m.id from accounts a, menus m where m.audience = 'staff'
       and (a.name = 'asha' or (a.name = 'ravi' and m.to_route <> 'audit_log') or (a.name = 'meena' and m.to_route = 'my_renewal_domain'))`,
  );
  return url;
}

test('the menus are those of the contract, in its order', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  expect((await shown(url, 'staff')).map(({ to_route }) => to_route)).toEqual(STAFF_SCREENS);
  expect((await shown(url, 'customer')).map(({ to_route }) => to_route)).toEqual(CUSTOMER_SCREENS);
});

test('a new screen goes to administrators who have all menus, and to renewal members if it is theirs', async () => {
  const url = await beforeTwoScreens();

  await migrate(url);

  expect(await routesOf(url, 'asha@desk.example')).toEqual(STAFF_SCREENS);
  expect(await routesOf(url, 'ravi@desk.example')).not.toContain('jobs');
  // Without any menu nobody has all of them.
  expect(await routesOf(url, 'nila@desk.example')).toEqual([]);
  expect(await routesOf(url, 'meena@desk.example')).toEqual(['my_renewal_domain', 'renewal_member_dashboard']);
  expect((await shown(url, 'staff'))[0]).toEqual({ to_route: 'get_monthly_renewal', name: 'Monthly Renewal Data' });
});

test('the page that customers begin with goes to those who have any screen', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  await ask(
    url,
    `delete from menus where to_route = 'my_domains';
     insert into accounts (kind, email, name, password_hash, status, role, created_at)
       select 'customer', name || '@buyer.example', name, 'x', 'ACTIVE', 'CUSTOMER', now() from (values ('leela'), ('ravi')) as a (name);
     insert into account_menus select a.id, m.id from accounts a, menus m where a.name = 'leela' and m.to_route in ('map_domain', 'my_renewals')`,
  );

  await migrate(url);

  expect(await routesOf(url, 'leela@buyer.example')).toEqual(['my_domains', 'map_domain', 'my_renewals']);
  expect(await routesOf(url, 'ravi@buyer.example')).toEqual([]);
});

test('a menu that was taken from somebody does not come back, and the next start writes nothing', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  const versions = () => ask(url, 'select xmin::text, id from menus order by id');
  const before = await versions();

  await migrate(url);

  expect(await versions()).toEqual(before);
  expect(await ask(url, 'select * from account_menus')).toEqual([]);
});

test('the menus of a newer version are left as they are', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  await ask(
    url,
    `update menus set name = 'Of the next version' where to_route = 'jobs';
     insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${neededLevel() + 86_400_000})`,
  );

  await migrate(url);

  expect((await shown(url, 'staff')).find(({ to_route }) => to_route === 'jobs')?.name).toBe('Of the next version');
});
