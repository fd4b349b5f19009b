import { randomInt } from 'node:crypto';
import { boards } from '../../contract/src/boards.ts';
import { directory } from '../../contract/src/directory.ts';
import { domainPage } from '../../contract/src/domain-page.ts';
import { followUp } from '../../contract/src/follow-up.ts';
import { Segment } from '../../contract/src/words/lists.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { json, send, type Target } from '../../bench/measure.ts';
import { NAME_PARTS } from '../../bench/data-set.ts';
import { addMonths } from '../../server/src/platform/time/days.ts';
import type { Product } from '../product.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const REVISION = /"revision":"([^"]+)"/;
/** Behind the rows. */
const TAIL = 200;

/** A read of one user, with its share of all reads. */
export type Look = { name: string; share: number; ask: (target: Target, clients: number) => Promise<unknown> };

const one = <T>(things: readonly T[]): T => things[randomInt(things.length)] as T;
const asking =
  (call: { path: string }, body: () => object): Look['ask'] =>
  (target, clients) =>
    send(target, json(`/api/${call.path}`, body()), clients);

/** A dashboard is five calls at once, and there with the last of them. */
const dashboard = (month: () => string): Look['ask'] => {
  const panels = [boards.teamCount, boards.segmentCount, boards.agreementCount, boards.flagCount, boards.statusCount];
  return (target, clients) => {
    const body = { month: month() };
    return Promise.all(panels.map((call) => asking(call, () => body)(target, clients)));
  };
};

/** A browser keeps the months that it has, and is sent the rows of those that have changed. */
function months(month: () => string): Look['ask'] {
  const known = new Map<string, string>();
  return async (target, clients) => {
    const wanted = month();
    const key = `${target.headers['authorization'] ?? ''} ${wanted}`;
    const body = { month: wanted, revision: known.get(key) };
    const answer = await send(target, json(`/api/${renewals.monthly.path}`, body), clients);
    known.set(key, REVISION.exec(answer.subarray(-TAIL).toString())?.[1] ?? '');
  };
}

/** The reads of a working day, and how often each is made among a hundred. */
export async function looks(product: Product): Promise<Look[]> {
  const domains = await product.ask<{ name: string }>('select name::text as name from domains order by id limit 500');
  const written = await product.ask<{ id: number }>('select id from renewals order by id desc limit 500');
  const near = (): string => addMonths(`${product.database.today.slice(0, 7)}-01`, randomInt(3)).slice(0, 7);
  const far = (): string => addMonths(`${product.database.today.slice(0, 7)}-01`, randomInt(24) - 12).slice(0, 7);
  const ofDomain = () => ({ domain_name: one(domains).name });
  const filter = () => ({ domain: one(NAME_PARTS), month: far(), segment: one(Segment.options), licence: '< 99' });
  return [
    { name: 'a month', share: 15, ask: months(near) },
    { name: 'a page of renewals', share: 25, ask: asking(renewals.all, filter) },
    { name: 'own renewals', share: 10, ask: asking(renewals.mine, () => ({ month: near() })) },
    { name: 'the dashboard', share: 10, ask: dashboard(near) },
    {
      name: 'the directory',
      share: 15,
      ask: asking(directory.domains, () => ({ letter: one(LETTERS), page: 1 })),
    },
    { name: "a domain's plans", share: 8, ask: asking(domainPage.plans, ofDomain) },
    { name: "a domain's invoices", share: 7, ask: asking(domainPage.invoices, ofDomain) },
    { name: 'comments', share: 10, ask: asking(followUp.comments, () => ({ renewal_id: one(written).id })) },
  ];
}
