import type { Client } from 'pg';
import { directory } from '../contract/src/directory.ts';
import { alternate, fire, json, median, quantile, send, timed, type Seen } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const DOMAINS = 200_000;
const ROUNDS = 5;
const CLIENTS = 8;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Pages that people look at: the first few, and one far behind. */
const PAGES = [1, 1, 1, 2, 3, 1, 2, 400];

const pathOf = ({ path }: { path: string }): string => `/api/${path}`;
const all = (seen: readonly Seen[]): number[] => seen.flatMap(({ ms }) => ms);
/** A name of letters from all the alphabet, as if by chance. */
const NAME = `chr(97 + (i * 7919) % 26) || substr(translate(md5(i::text), '0123456789', 'klmnopqrst'), 1, 9) || '-' || i`;

/** Domains, customers and subscriptions on top of the data set, until there are enough. */
export async function addDomains(client: Client, wanted: number): Promise<number> {
  const { rows } = await client.query<{ domains: number }>('select count(*)::int as domains from domains');
  const domains = rows[0]?.domains ?? 0;
  // Another workload of the same run has added them.
  if (domains >= wanted) return domains;
  const isAdded = "c.google_customer_id like 'W9-%'";
  for (const statement of [
    'set synchronous_commit = off',
    `insert into customers (company_name, email, google_customer_id, reseller_id, created_at)
      select ${NAME} || ' Ltd', 'it@' || ${NAME} || '.example', 'W9-' || i,
        case when i % 9 < 4 then 1 + i % (select count(*) from resellers) end, now()
     from generate_series(1, ${wanted - domains}) i`,
    `insert into domains (name, customer_id, created_at) select replace(c.company_name, ' Ltd', '.example'), c.id, now()
     from customers c where ${isAdded}`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, created_at)
      select c.id, d.id, 'file', c.google_customer_id, '1', 'Google Vault', 'ANNUAL',
        case when c.id % 10 < 8 then 'ACTIVE' else 'SUSPENDED' end, now()
     from domains d join customers c on c.id = d.customer_id where ${isAdded}`,
    'reset synchronous_commit',
    'vacuum analyze customers, domains, subscriptions',
  ])
    await client.query(statement);
  return wanted;
}

/** W9: the directory: a letter's page with its total, a search, the counts. */
export async function wholeDirectory({ client, product, bare, scale }: Bench): Promise<Line[]> {
  const domains = await addDomains(client, Math.round(DOMAINS * scale));
  const turn = (n: number) => ({ letter: LETTERS[(n * 7) % 26] ?? 'A', page: PAGES[n % PAGES.length] ?? 1 });
  const page = (clients: number) => {
    const count = 40 * clients;
    return alternate(
      ROUNDS,
      (round) => fire(bare, clients, count, (n) => json('/letter', turn(n + round * count))),
      (round) => fire(product, clients, count, (n) => json(pathOf(directory.domains), turn(n + round * count))),
    );
  };
  const [one, many] = [await page(1), await page(CLIENTS)];
  const search = (text: (n: number) => string) =>
    fire(product, 1, 40, (n) => json(pathOf(directory.search), { tabValue: 'customers', search: text(n) }));
  const narrow = await search((n) => `-${String(1_000 + ((n * 3_571) % 9_000))}`);
  const broad = await search(() => 'example');
  const counts = json(pathOf(directory.customerCount), {});
  const counted = await timed(() => send(product, counts));
  const kept = await fire(product, CLIENTS, 200, () => counts);

  const what = `W9 ${domains.toLocaleString('en')} domains`;
  const letter = (clients: string, { limit, product }: typeof one): Line[] =>
    ([0.5, 0.95] as const).map((part) => ({
      work: `${what}: page of a letter, total; ${clients}, p${part * 100}`,
      unit: 'ms',
      limit: quantile(all(limit), part),
      product: quantile(all(product), part),
      ...(part === 0.95 ? { most: 50 } : {}),
    }));
  return [
    ...letter('1 client', one),
    ...letter(`${CLIENTS} clients`, many),
    {
      work: `${what}: search that finds few, 1 client, p95`,
      unit: 'ms',
      limit: null,
      product: quantile(narrow.ms, 0.95),
    },
    { work: `${what}: search that finds all, 1 client, p50`, unit: 'ms', limit: null, product: median(broad.ms) },
    { work: `${what}: counts, read anew`, unit: 'ms', limit: null, product: counted },
    {
      work: `${what}: counts, kept; ${CLIENTS} clients, p95`,
      unit: 'ms',
      limit: null,
      product: quantile(kept.ms, 0.95),
    },
  ];
}
