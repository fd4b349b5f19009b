import { Zone } from '../../contract/src/words/lists.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { admins } from '../../contract/src/admins.ts';
import { click } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Round } from '../round.ts';
import { writeOnce } from '../writers.ts';

const PEOPLE = 20;
const TIMES = { long: 20, short: 3 };

/** Twenty at once, over both nodes. @returns how many were told each status. */
async function atOnce(product: Product, path: string, body: (n: number) => object): Promise<Map<unknown, number>> {
  const answers = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) =>
      click(product.address, { path, body: body(n), token: product.tokens[0] ?? '' }),
    ),
  );
  const counts = new Map<unknown, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

/** One wins; the others, who saw what was there before, are told so. */
function objectionsTo(what: string, counts: Map<unknown, number>): string[] {
  const won = counts.get(200) ?? 0;
  const message = counts.get(409) ?? 0;
  if (won === 1 && message === PEOPLE - 1) return [];
  return [`${what}: ${[...counts].map(([status, count]) => `${count} × ${String(status)}`).join(', ')}`];
}

const zoneOf = async (
  product: Product,
  id: number,
): Promise<{ zone: string | null; version: number; entries: number }> => {
  const [row] = await product.ask<{ zone: string | null; version: number; entries: number }>(
    `select zone, version, (select count(*)::int from audit_log a where a.subject = 'renewal' and a.subject_id = r.id
       and a.changes @> '[{"field": "zone"}]') as entries from renewals r where id = $1`,
    [id],
  );
  return row ?? { zone: null, version: 0, entries: 0 };
};

/** The same zone from two of them would be no contradiction: half want one, half the other, and one of each wins. */
async function zones(product: Product, id: number): Promise<string[]> {
  const before = await zoneOf(product, id);
  const wanted = Zone.options.filter((zone) => zone !== before.zone);
  const counts = await atOnce(product, renewals.setZone.path, (n) => ({
    renewal_id: id,
    zone: wanted[n % wanted.length],
    was: before.zone,
  }));
  const after = await zoneOf(product, id);
  const written = [after.version - before.version, after.entries - before.entries];
  const strange = [...counts.keys()].filter((status) => status !== 200 && status !== 409);
  return [
    ...(written.every((times) => times === 1) ? [] : [`one edit of a zone could win, ${written.join(' and ')} did`]),
    ...(strange.length === 0 && (counts.get(409) ?? 0) > 0 ? [] : objectionsTo('zones', counts)),
  ];
}

type Menus = { ids: number[]; entries: number };
const menusOf = async (product: Product, id: number): Promise<Menus> => {
  const [row] = await product.ask<Menus>(
    `select array(select menu_id from account_menus where account_id = $1 order by 1) as ids,
       (select count(*)::int from audit_log where subject = 'account' and subject_id = $1) as entries`,
    [id],
  );
  return row ?? { ids: [], entries: 0 };
};

/** Each takes another menu away from a colleague. */
async function menus(product: Product, id: number, all: readonly number[]): Promise<string[]> {
  const before = await menusOf(product, id);
  const without = (n: number): number[] => before.ids.filter((_, at) => at !== n % before.ids.length);
  const counts = await atOnce(product, admins.setMenus.path, (n) => ({
    admin_id: id,
    menu_id: without(n),
    initialAdminMenu: before.ids,
  }));
  const after = await menusOf(product, id);
  const lost = before.ids.length - after.ids.length;
  await product.ask(
    'insert into account_menus (account_id, menu_id) select $1, unnest($2::int[]) on conflict do nothing',
    [id, all],
  );
  return [
    ...objectionsTo('menus', counts),
    ...(lost === 1 ? [] : [`${lost} menus were taken away by one edit`]),
    ...(after.entries === before.entries + 1 ? [] : [`${after.entries - before.entries} entries of one edit`]),
  ];
}

/** R-09: twenty edit the same at the same time, at two nodes. */
export const lostUpdates: Round = {
  id: 'R-09',
  title: `${PEOPLE} parallel edits of one renewal, of one menu`,
  barMs: 10_000,
  nodes: 2,
  async run(product, works, length) {
    const [renewal] = await product.ask<{ id: number }>(
      `select id from renewals where state = 'open' order by id limit 1`,
    );
    const [colleague] = await product.ask<{ id: number }>(
      `select id from accounts where kind = 'staff' and role = 'ADMIN' order by id desc limit 1`,
    );
    const { ids } = await menusOf(product, colleague?.id ?? 0);
    const problems: string[] = [];
    const began = performance.now();
    for (let n = 0; n < TIMES[length]; n++) {
      problems.push(...(await zones(product, renewal?.id ?? 0)), ...(await menus(product, colleague?.id ?? 0, ids)));
    }
    const outageMs = (performance.now() - began) / TIMES[length];
    await writeOnce(product, works);
    return { rounds: TIMES[length], injected: 2 * PEOPLE * TIMES[length], outageMs, personMs: outageMs, problems };
  },
};
