import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { readConfig } from '../server/src/config.ts';
import { makeLink } from '../server/src/domain/offers/links.ts';
import { makeOffer } from '../server/src/domain/offers/make-offer.ts';
import { median } from './measure.ts';
import { withProductDb } from './product-db.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-IN' };
/** So many times slower is the processor. */
const SLOWER = 4;
const [MOST_MS, MOST_KB] = [1_000, 40];

const BUYER = { address: 'buyer@bench.example', name: 'Buyer', contactId: null };

/** A link to the offer of a renewal that can still be decided. */
async function linkOf({ client, databaseUrl }: Bench): Promise<string> {
  const { rows } = await client.query<{ id: number; customer_id: number }>(
    `update renewals set term_end = current_date + 40 where id = (
       select r.id from renewals r join subscriptions s on s.id = r.subscription_id
       where r.state = 'open' and r.product = 'licence' and r.price is not null and s.ended_at is null order by r.id limit 1)
     returning id, customer_id`,
  );
  const [renewal] = rows;
  if (!renewal) throw new Error('There is no open renewal.');
  // Their link opens for people of the customer alone.
  const person = 'insert into contacts (customer_id, name, email, created_at) values ($1, $2, $3, now())';
  await client.query(person, [renewal.customer_id, BUYER.name, BUYER.address]);
  const knows = { config: readConfig({ DATABASE_URL: databaseUrl }), now: () => new Date() };
  const wanted = { customerId: renewal.customer_id, renewalIds: [renewal.id], createdById: null };
  return withProductDb(databaseUrl, (db) =>
    db.transaction(async (tx) => {
      const offer = await makeOffer(tx, knows, wanted);
      if (!offer) throw new Error('Nothing can be offered.');
      return makeLink(tx, offer.id, BUYER);
    }),
  );
}

/** Loads an address from nothing, on a slow telephone. @returns when it was painted, in ms, and its bytes with gzip */
async function load(browser: Browser, address: string): Promise<{ painted: number; bytes: number }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body()));
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const answer = await page.goto(address);
  if (answer?.status() !== 200) throw new Error(`${address} answered ${answer?.status()}.`);
  const seen = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    undefined,
    { polling: 50 },
  );
  const painted = Number(await seen.jsonValue());
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  await context.close();
  return { painted, bytes };
}

/** The page of a link on a telephone: until it is painted, beside a page of one word of the same server, and how much is loaded for it. */
export async function decisionPage(browser: Browser, bench: Bench): Promise<Line[]> {
  const address = `http://127.0.0.1:${bench.product.port}`;
  const link = await linkOf(bench);
  const [product, limit]: [number[], number[]] = [[], []];
  let size = 0;
  for (let round = 0; round < ROUNDS; round++) {
    limit.push((await load(browser, `${address}/healthz`)).painted);
    const { painted, bytes } = await load(browser, `${address}/d/${link}`);
    product.push(painted);
    size = bytes;
  }
  const what = 'Browser: the page of a link on a telephone';
  return [
    { work: `${what} ${SLOWER} × slower, from nothing to painted, p50`, unit: 'ms', limit: median(limit), product: median(product), most: MOST_MS }, // prettier-ignore
    { work: `${what}, all of it with gzip`, unit: 'kB', limit: null, product: size / 1_000, most: MOST_KB },
  ];
}
