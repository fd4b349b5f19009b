import { CUSTOMER_MENU, STAFF_MENU } from '@desk/contract/rules/pages';
import { MEMBER_ROUTES } from '@desk/contract/words/lists';
import type { ClientBase } from 'pg';

const menusOf = (audience: 'staff' | 'customer', menu: Readonly<Record<string, string>>) =>
  Object.entries(menu).map(([to_route, name], position) => ({ to_route, name, audience, position }));

const MENUS = JSON.stringify([...menusOf('staff', STAFF_MENU), ...menusOf('customer', CUSTOMER_MENU)]);

/** Where a customer begins. */
const START_PAGE: keyof typeof CUSTOMER_MENU = 'my_domains';

const WANTED = 'json_to_recordset($1) as w (to_route text, name text, audience text, position int)';

/** Whether the database lacks a menu of this version, or shows one otherwise. */
export async function lacksMenus(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${WANTED} where not exists (select from menus m where m.to_route = w.to_route
       and (m.name, m.audience, m.position) = (w.name, w.audience, w.position)) limit 1`,
    [MENUS],
  );
  return rowCount === 1;
}

/**
 * Brings the menus to those of this version, in the caller's transaction. Nobody could hand on a menu that nobody has: an
 * administrator who has all of staff's menus gets the new ones, and a renewal member those of members. A customer who has any
 * menu gets the page to begin with: it shows nothing that the others do not. No menu is deleted: a node of another version may
 * still show it.
 */
export async function upsertMenus(client: ClientBase): Promise<void> {
  const { rows: complete } = await client.query<{ id: number }>(
    `select a.id from accounts a where a.kind = 'staff' and a.role = 'ADMIN'
       and exists (select from account_menus am where am.account_id = a.id)
       and not exists (select from menus m where m.audience = 'staff'
         and not exists (select from account_menus am where am.account_id = a.id and am.menu_id = m.id))`,
  );
  // An update of a row gives it a new version of itself: one that is as it should be is left alone.
  const { rows: added } = await client.query<{ id: number }>(
    `with changed as (
       insert into menus (name, to_route, audience, position) select name, to_route, audience, position from ${WANTED}
       on conflict (to_route) do update set name = excluded.name, audience = excluded.audience, position = excluded.position
         where (menus.name, menus.audience, menus.position) is distinct from (excluded.name, excluded.audience, excluded.position)
       returning id)
     select id from changed where id not in (select id from menus)`,
    [MENUS],
  );
  await client.query(
    `insert into account_menus (account_id, menu_id)
     select a.id, m.id from accounts a, menus m
     where m.id = any($1) and m.audience = 'staff'
       and (a.id = any($2) or (a.role = 'RMEMBER' and m.to_route = any($3)))
     union
     select am.account_id, m.id from account_menus am join accounts a on a.id = am.account_id and a.kind = 'customer', menus m
     where m.id = any($1) and m.to_route = $4
     on conflict do nothing`,
    [added.map(({ id }) => id), complete.map(({ id }) => id), MEMBER_ROUTES, START_PAGE],
  );
}
