INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Provider Portal', '{provider}_portal', 'staff', 50),
  ('US Portal', 'us_{provider}_portal', 'staff', 51);--> statement-breakpoint
-- Nobody could hand on a menu that nobody has: who has all of staff's menus gets the new ones too.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.kind = 'staff' AND a.role = 'ADMIN' AND m.to_route IN ('{provider}_portal', 'us_{provider}_portal')
    AND NOT EXISTS (
      SELECT FROM menus old WHERE old.audience = 'staff' AND old.to_route NOT IN ('{provider}_portal', 'us_{provider}_portal')
        AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
    );
