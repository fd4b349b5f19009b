import { followUp } from '@desk/contract/follow-up';
import { ownRenewals } from '@desk/contract/own-renewals';
import { myDay } from '@desk/contract/renewal-work/my-day';
import type { InputOf } from '@desk/contract/call';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { reconcileRenewals } from '../../../domain/renewals/reconcile.ts';
import { domainsTable } from '../../../platform/db/tables/customers.ts';
import { instructionsTable } from '../../../platform/db/tables/instructions.ts';
import { renewalsTable } from '../../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../../platform/db/tables/subscriptions.ts';
import { nextActionsTable } from '../../../platform/db/tables/work.ts';
import { deskOnMonday } from './desk-on-monday.ts';

export type OfSubscription = Partial<typeof subscriptionsTable.$inferInsert>;

/** Tarun has a renewal whose term ends on the next Monday, and Pooja decides about it. */
export async function withBuyer(subscription: OfSubscription) {
  const desk = await deskOnMonday();
  const { server, tarun, ids, list } = desk;
  const { id, subscriptionId } = await desk.renewal('acme.example', ids.tarun, { renewsOn: '2026-11-30' });
  await server.db.update(subscriptionsTable).set(subscription);
  const pooja = await server.as({ email: 'pooja@acme.example', kind: 'customer' });
  await server.db.update(domainsTable).set({ ownerId: pooja.id }).where(eq(domainsTable.name, 'acme.example'));
  return {
    ...{ ...desk, id },
    decides: async (decision: Omit<InputOf<typeof ownRenewals.decide>, 'renewal_id'>) =>
      expect((await pooja.calls(ownRenewals.decide, { renewal_id: id, ...decision })).status).toBe(200),
    plans: async (day: string, kind: 'invoice' | 'call' = 'invoice') => {
      const next = { kind, day, time: null, reason: 'Planned before' } as const;
      expect((await tarun.calls(myDay.setNext, { renewal_id: id, next })).status).toBe(200);
    },
    comments: (comment: string) => tarun.calls(followUp.addComment, { renewal_id: id, comment }),
    sentence: async () => (await list(tarun)).groups.flatMap(({ items }) => items)[0]?.sentence,
    wishes: async (state: 'draft' | 'verified') => {
      const wish = { renewalId: id, outcome: 'renew', seats: 10, source: 'staff' } as const;
      const [made] = await server.db
        .insert(instructionsTable)
        .values({ ...wish, state, requestedById: ids.tarun, approvalReasons: [] })
        .returning();
      return made?.id ?? 0;
    },
    reconciles: (today: string) => server.db.transaction((tx) => reconcileRenewals(tx, { today, author: {} })),
    renewals: () =>
      server.db
        .select()
        .from(renewalsTable)
        .where(eq(renewalsTable.subscriptionId, subscriptionId))
        .orderBy(renewalsTable.termEnd),
    plannedOn: (renewalId: number | undefined) =>
      server.db
        .select()
        .from(nextActionsTable)
        .where(eq(nextActionsTable.renewalId, renewalId ?? 0)),
  };
}
/** What the provider does not bill is arranged by hand, on a date of our own. */
export const CONTRACT = { billingMethod: 'OFFLINE', termEnd: null, ownRenewalDate: '2026-11-30' };
export const BILLED = { billingMethod: null };
export const FLEXIBLE = { planName: 'FLEXIBLE', termEnd: null };
