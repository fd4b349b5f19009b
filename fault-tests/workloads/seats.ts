import { randomUUID } from 'node:crypto';
import type { ReplyOf } from '../../contract/src/call.ts';
import { licences } from '../../contract/src/licences.ts';
import { click } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';

const SUBSCRIPTIONS = 60;

type Held = { id: string; domain: string };
type Counted = { id: string; added: number; rows: number; entries: number; done: number };

/** Orders of the same subscription differ in their number of seats: by it each is known again, at Google too. */
const markOf = (id: string, added: number): string => `${id}+${added}`;

/** The subscriptions that seats are bought for. */
export function boughtFor(product: Product): Promise<Held[]> {
  const { store } = product.simulators.google.state;
  return product.ask<Held>(
    `select s.external_id as id, d.name::text as domain from subscriptions s join domains d on d.id = s.domain_id
     where s.source = 'google' and s.status = 'ACTIVE' and s.ended_at is null and d.status = 'ACTIVE'
       and s.plan_name like 'ANNUAL%' and s.number_of_seats between 1 and 5000
       and exists (select from google_subscriptions g where g.external_id = s.external_id)
       and not exists (select from seat_orders o where o.subscription_id = s.id)
       and s.external_id = any($1) order by s.id limit $2`,
    [store.all().map(({ subscriptionId }) => subscriptionId), SUBSCRIPTIONS],
  );
}

/** Seats bought at Google: an order, an entry, and so many seats more in the end. */
export async function seats(product: Product): Promise<Workload> {
  const held = await boughtFor(product);
  const actions: Acknowledged[] = [];
  let turn = 0;
  return {
    name: 'seats',
    actions,
    next: async (token) => {
      const { id, domain } = held[turn % held.length] ?? { id: '', domain: '' };
      const added = 1 + Math.floor(turn / held.length);
      const shown = await click(product.address, {
        path: licences.subscription.path,
        body: { subscription_id: id },
        token,
      });
      if (shown.status !== 200) return undefined;
      turn += 1;
      const { seats: known, order, closed_because: closed } = shown.reply as ReplyOf<typeof licences.subscription>;
      if (order !== null || closed !== null) return undefined;
      const body = { domain_name: domain, subscription_id: id, seats: known, added_seats: added };
      return { path: licences.add.path, body, key: randomUUID(), token, mark: markOf(id, added), acknowledged: false };
    },
    open: async () => {
      const [row] = await product.ask<{ open: number }>(
        `select count(*)::int as open from seat_orders where state in ('queued', 'unknown')`,
      );
      return row?.open ?? 0;
    },
    look: async () => {
      const rows = await product.ask<Counted>(
        `select s.external_id as id, o.added_seats as added, count(*)::int as rows,
           (count(*) filter (where o.state = 'done'))::int as done,
           sum((select count(*) from audit_log a where a.subject = 'subscription' and a.subject_id = s.id
             and a.action = 'seats_ordered'
             and a.changes @> jsonb_build_array(jsonb_build_object('field', 'order_id', 'new', o.id::text))))::int as entries
         from seat_orders o join subscriptions s on s.id = o.subscription_id where s.external_id = any($1) group by 1, 2`,
        [held.map(({ id }) => id)],
      );
      const sold = ({ id, added }: Counted): number =>
        (product.seatsSold.get(id) ?? []).filter((grown) => grown === added).length;
      return new Map(
        rows.map((row) => {
          const beside = { 'entries of the click': row.entries, 'orders that are done': row.done };
          return [markOf(row.id, row.added), { rows: row.rows, effects: sold(row), beside }];
        }),
      );
    },
    /** Google's total of sold seats equals the ordered ones, and the product's own count. */
    torn: async () => {
      const rows = await product.ask<{ id: string; ordered: number; seats: number }>(
        `select s.external_id as id, s.number_of_seats as seats, sum(o.added_seats) filter (where o.state = 'done')::int as ordered
         from seat_orders o join subscriptions s on s.id = o.subscription_id where s.external_id = any($1) group by 1, 2`,
        [held.map(({ id }) => id)],
      );
      return rows.flatMap(({ id, ordered, seats }) => {
        const grown = (product.seatsSold.get(id) ?? []).reduce((sum, one) => sum + one, 0);
        const has = product.simulators.google.state.store.all().find((one) => one.subscriptionId === id)
          ?.seats.numberOfSeats;
        return [
          ...(grown === ordered ? [] : [`seats: ${id} grew by ${grown} at Google, ordered were ${ordered}`]),
          ...(has === seats ? [] : [`seats: ${id} has ${has} at Google and ${seats} here`]),
        ];
      });
    },
  };
}
