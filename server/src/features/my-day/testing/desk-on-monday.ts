import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { accountsTable, sessionsTable } from '../../../platform/db/tables/accounts.ts';
import { makeRenewal } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

const MEMBER = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;
/** A Monday. */
export const MONDAY = '2026-11-23';

/** Asha has the team's screen; Tarun and Meenal have renewals. It is Monday. */
export async function deskOnMonday() {
  let now = new Date(`${MONDAY}T04:00:00Z`);
  const server = await testServer({ now: () => now });
  const idOf = async (email: string) => {
    const [found] = await server.db
      .select({ id: accountsTable.id })
      .from(accountsTable)
      .where(eq(accountsTable.email, email));
    return found?.id ?? 0;
  };
  const asha = await server.as({
    email: 'asha@desk.example',
    name: 'Asha',
    menus: ['get_renewal_data', 'manager_renewal_team'],
  });
  const tarun = await server.as({ email: 'tarun@desk.example', name: 'Tarun', ...MEMBER });
  const meenal = await server.as({ email: 'meenal@desk.example', name: 'Meenal', ...MEMBER });
  const ids = {
    asha: await idOf('asha@desk.example'),
    tarun: await idOf('tarun@desk.example'),
    meenal: await idOf('meenal@desk.example'),
  };
  const renewal = async (
    domain: string,
    ownerId: number | null,
    {
      renewsOn = '2026-12-10',
      price = '1000.00',
      ...more
    }: { renewsOn?: string; price?: string | null; status?: 'Confirmation Received' } = {},
  ) => {
    const made = await makeRenewal(server.db, {
      domain,
      renewsOn,
      customer: { email: `office@${domain}` },
      renewal: { assignedToId: ownerId, price, ...(more.status && { confirmationStatus: more.status }) },
    });
    return made;
  };
  const list = async (who: typeof asha, ask: object = {}) => {
    const { status, reply } = await who.calls(myDay.list, ask);
    expect(status).toBe(200);
    return reply;
  };
  const domains = async (who: typeof asha, ask: object = {}) =>
    Object.fromEntries(
      (await list(who, ask)).groups
        .filter(({ count }) => count > 0)
        .map(({ group, items }) => [group, items.map(({ domain_name }) => domain_name)]),
    );
  /** Another day, on which all are logged in. */
  const on = async (day: string) => {
    now = new Date(`${day}T04:00:00Z`);
    const endsAt = new Date(now.getTime() + 3_600_000);
    await server.db.update(sessionsTable).set({ seenAt: now, endsAt });
  };
  return { server, asha, tarun, meenal, ids, renewal, list, domains, on };
}
