import type { BodyOf } from '@desk/contract/call';
import { admins } from '@desk/contract/admins';
import { handOver } from '@desk/contract/renewal-work/hand-over';
import { renewals } from '@desk/contract/renewals';
import { asc } from 'drizzle-orm';
import { expect } from 'vitest';
import { sessionsTable } from '../../../platform/db/tables/accounts.ts';
import { renewalsTable as r } from '../../../platform/db/tables/renewals.ts';
import { memberTagsTable } from '../../../platform/db/tables/team.ts';
import { makeRenewal } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

const MEMBER = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;
type From = BodyOf<typeof handOver.preview>['from'];

/** Asha administers; Vikram manages Meenal; Tarun and Ritika are members too. It is Monday. */
export async function office() {
  let now = new Date('2026-11-23T04:00:00Z');
  const server = await testServer({ now: () => now });
  const asha = await server.as({ email: 'asha@desk.example', name: 'Asha' });
  const join = (name: string) => server.as({ email: `${name.toLowerCase()}@desk.example`, name, ...MEMBER });
  const people = {
    asha,
    vikram: await join('Vikram'),
    meenal: await join('Meenal'),
    tarun: await join('Tarun'),
    ritika: await join('Ritika'),
  };
  await server.db.insert(memberTagsTable).values({ accountId: people.meenal.id, managerId: people.vikram.id });

  const renewal = (domain: string, ownerId: number | null, own: Partial<typeof r.$inferInsert> = {}) =>
    makeRenewal(server.db, {
      ...{ domain, renewsOn: '2026-12-10' },
      renewal: { assignedToId: ownerId, price: '1000.00', ...own },
    });
  /** So many of somebody, the dearest first. */
  const several = async (ownerId: number | null, count: number) => {
    const made = [];
    for (let at = 0; at < count; at += 1)
      made.push((await renewal(`d${String(at)}.example`, ownerId, { price: String(9000 - at * 1000) })).id);
    return made;
  };
  const owners = async () =>
    Object.fromEntries(
      (await server.db.select({ domain: r.domainName, owner: r.assignedToId }).from(r).orderBy(asc(r.id))).map(
        ({ domain, owner }) => [domain, owner],
      ),
    );
  const suspend = (id: number) => setStatus(id, 'SUSPENDED');
  const setStatus = async (id: number, status: 'ACTIVE' | 'SUSPENDED') => {
    const answer = await asha.calls(admins.update, { formData: { admin_id: id, status } });
    expect(answer.status).toBe(200);
    return answer.reply.hand_over_id;
  };
  const assign = async (renewalid: number, emailid: string) => {
    expect((await asha.calls(renewals.setAssignee, { renewalid, emailid })).status).toBe(200);
  };
  const preview = async (from: From, to: readonly number[], more: object = {}, who = asha) => {
    const { status, reply } = await who.calls(handOver.preview, { from, people: [...to], ...more });
    expect(status).toBe(200);
    return reply;
  };
  /** Gives what a preview has. */
  const give = async (from: From, to: readonly number[], more: object = {}, who = asha) => {
    const { rows } = await preview(from, to, more, who);
    const { status, reply } = await who.calls(handOver.give, { from, rows });
    expect(status).toBe(200);
    return reply;
  };
  const undo = (id: number, who = asha) => who.calls(handOver.undo, { hand_over_id: id });
  const list = async (who = asha) => (await who.calls(handOver.list, {})).reply;
  /** Later, when all are logged in. */
  const at = async (time: string) => {
    now = new Date(time);
    await server.db.update(sessionsTable).set({ seenAt: now, endsAt: new Date(now.getTime() + 3_600_000) });
  };
  return { server, ...people, renewal, several, owners, suspend, setStatus, assign, preview, give, undo, list, at };
}
