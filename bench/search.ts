import { search } from '../contract/src/search.ts';
import { addDomains } from './directory.ts';
import { fire, json, quantile } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const DOMAINS = 200_000;
const CLIENTS = 8;
const SEARCHES = 240;
const MOST_MS = 100;

const number = (n: number): number => 1_000 + ((n * 3_571) % 9_000);

/** Typical search terms; `n` makes each another one. */
const KINDS: Readonly<Record<string, (n: number) => string>> = {
  'a part of names that few have': (n) => `-${number(n)}`,
  'two letters': (n) => String.fromCharCode(97 + (n % 26), 97 + ((n * 7) % 26)),
  'a part that all names have': () => 'example',
  'a phone number': (n) => `+91 9${String(number(n) * 7_919).padStart(9, '0')}`,
  'a number of an invoice': (n) => `INV-${number(n)}`,
  'a name with a wrong letter': (n) => `domian-${number(n)}`,
};

/** W11: the search over everything, by what is typed. */
export async function wholeSearch({ client, product, scale }: Bench): Promise<Line[]> {
  const domains = await addDomains(client, Math.round(DOMAINS * scale));
  await client.query(`insert into contacts (customer_id, created_at, name, email, phone)
    select id, now(), 'Person ' || md5(id::text), 'person-' || id || '@customer.example', '+91 9' || lpad((id * 7919)::text, 9, '0')
    from customers`);
  await client.query('vacuum analyze contacts');
  // A connection lives for days, and reads the catalogs once.
  await fire(product, CLIENTS, 4 * CLIENTS, (n) => json(`/api/${search.everything.path}`, { query: `warm-${n}` }));
  const lines: Line[] = [];
  for (const [kind, textOf] of Object.entries(KINDS)) {
    const { ms } = await fire(product, CLIENTS, SEARCHES, (n) =>
      json(`/api/${search.everything.path}`, { query: textOf(n) }),
    );
    const work = `W11 ${domains.toLocaleString('en')} domains, search for ${kind}; ${CLIENTS} clients, p95`;
    lines.push({ work, unit: 'ms', limit: null, product: quantile(ms, 0.95), most: MOST_MS });
  }
  return lines;
}
