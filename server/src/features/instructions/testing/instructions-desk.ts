import { followUp } from '@desk/contract/follow-up';
import { ownRenewals } from '@desk/contract/own-renewals';
import { sync } from '@desk/contract/sync';
import { instructions } from '@desk/contract/renewal-work/instructions';
import type { InputOf } from '@desk/contract/call';
import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startGoogle } from '../../../../../simulators/google/start.ts';
import type { PlanName } from '../../../../../simulators/world/types.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { auditLogTable } from '../../../platform/db/tables/audit.ts';
import { domainsTable } from '../../../platform/db/tables/customers.ts';
import { instructionsTable as t } from '../../../platform/db/tables/instructions.ts';
import { renewalsTable } from '../../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../../platform/db/tables/subscriptions.ts';
import type { Provider } from '../../../providers/port.ts';
import { googleProvider } from '../../../testing/google.ts';
import { testServer } from '../../../testing/server.ts';
import { workOnInstruction } from '../jobs.ts';

const TODAY = '2026-11-23';
const STARTER = '1010020027';
const DAY = 86_400_000;

export interface Sold {
  plan?: PlanName;
  seats?: number;
  used?: number;
  renewalType?: string;
  /** `YYYY-MM-DD`, at whose midnight in India the term ends; of a flexible plan, which has none, a date of our own. */
  endsOn?: string;
}

/** Replaces some of the provider's answers. */
type Twist = (provider: Provider) => Partial<Provider>;

/** A Google whose clock is the desk's, and desks that have read what it has. */
export function googleWithTerms() {
  const world = makeWorld({ today: TODAY, customers: 1 });
  const running: { google?: Awaited<ReturnType<typeof startGoogle>> } = {};
  const google = () => running.google ?? expect.unreachable('Google runs only within a test');
  beforeAll(async () => {
    running.google = await startGoogle({ world });
  });
  afterEach(() => google().faults.clear());
  afterAll(() => running.google?.stop());

  let customers = 0;
  /** A customer of Google's with one subscription, which no other test knows. */
  function sold({ plan = 'ANNUAL', seats = 92, used = 74, renewalType, endsOn }: Sold) {
    const { state } = google();
    const [pattern] = state.accounts.all();
    customers += 1;
    const domain = `term-${customers}.example`;
    if (!pattern) return expect.unreachable('the world has a customer');
    state.accounts.put({ ...pattern, customerId: `C0term${customers}`, customerDomain: domain });
    const end = endsOn === undefined ? {} : { termEndsOn: endsOn };
    const bought = state.add({ customer: domain, skuId: STARTER, planName: plan, seats, ...end });
    state.setLicensed(bought.subscriptionId, used);
    if (renewalType !== undefined)
      state.change(bought.subscriptionId, { renewalSettings: { ...bought.renewalSettings, renewalType } as never });
    return { domain, externalId: bought.subscriptionId };
  }

  async function openDesk({ twist, ...options }: Sold & { twist?: Twist } = {}) {
    const { state } = google();
    const now = () => new Date(state.now());
    const from = now().getTime();
    const endsOn = options.endsOn ?? new Date(from + 20 * DAY).toISOString().slice(0, 10);
    const { domain, externalId } = sold({ ...options, endsOn });
    const plain = googleProvider(google().env, { sleep: () => Promise.resolve() });
    const desk = await testServer({ clients: { providers: { google: plain } }, now });
    const { db } = desk;
    const asha = await desk.as({ role: 'RMEMBER' });
    const vikram = await desk.as({ email: 'vikram@desk.example', role: 'ADMIN' });
    const leela = await desk.as({ email: 'leela@acme.example', kind: 'customer' });
    let syncs = 0;
    const syncNow = async () => {
      // What is listed at the very instant of an answer is no news beside it.
      state.advanceTo(state.now() + 60_000);
      // Sessions end while time passes.
      syncs += 1;
      const somebody = await desk.as({ email: `sync-${syncs}@desk.example`, role: 'ADEPLOY' });
      expect((await somebody.calls(sync.start, {})).status).toBe(200);
      await desk.work();
    };
    await syncNow();
    /** Gives the domain to somebody else. */
    const own = (ownerId: number) => db.update(domainsTable).set({ ownerId }).where(eq(domainsTable.name, domain));
    await own(leela.id);
    const { id: subscriptionId } = await row(
      db.select().from(subscriptionsTable).where(eq(subscriptionsTable.externalId, externalId)),
    );
    const ownDate = options.plan === 'FLEXIBLE' ? { ownRenewalDate: endsOn } : {};
    await db
      .update(subscriptionsTable)
      .set({ price: '259440.00', pricedSeats: 92, ...ownDate })
      .where(eq(subscriptionsTable.id, subscriptionId));
    if (options.plan === 'FLEXIBLE') await syncNow();
    const [open] = await db
      .update(renewalsTable)
      .set({ assignedToId: asha.id, price: '259440.00' })
      .where(eq(renewalsTable.subscriptionId, subscriptionId))
      .returning({ id: renewalsTable.id });
    const renewalId = open?.id ?? expect.unreachable('it has a renewal');
    if (twist) desk.services.clients.providers = { google: { ...plain, ...twist(plain) } };

    const due = () =>
      db
        .select({ id: t.id })
        .from(t)
        .where(and(isNull(t.finishedAt), or(isNull(t.nextTryAt), lte(t.nextTryAt, now()))))
        .orderBy(asc(t.id));
    /** Works on what is due, as a worker would. */
    const work = async () => {
      for (const { id } of await due()) await workOnInstruction({ id }, desk.services, new AbortController().signal);
    };
    const all = () => db.select().from(t).orderBy(asc(t.id));
    return {
      ...desk,
      ...{ asha, vikram, leela, domain, externalId, renewalId, subscriptionId, syncNow, work, all, own },
      newest: async () => (await all()).at(-1) ?? expect.unreachable('nothing was asked for'),
      renewal: () => row(db.select().from(renewalsTable).where(eq(renewalsTable.id, renewalId))),
      renewals: () => db.select().from(renewalsTable).orderBy(asc(renewalsTable.id)),
      /** Lets so many days pass, looking at what is due each quarter of a day; the nightly sync runs where it is asked for. */
      pass: async (days: number, options_: { syncs?: boolean } = {}) => {
        for (let quarter = 0; quarter < days * 4; quarter += 1) {
          state.advanceTo(state.now() + DAY / 4);
          if (options_.syncs === true && quarter % 4 === 0) await syncNow();
          await work();
        }
      },
      places: (wish: Omit<InputOf<typeof instructions.place>, 'renewal_id'>, who = asha) =>
        who.calls(instructions.place, { renewal_id: renewalId, ...wish }),
      decides: (decision: Omit<InputOf<typeof ownRenewals.decide>, 'renewal_id'>) =>
        leela.calls(ownRenewals.decide, { renewal_id: renewalId, ...decision }),
      says: (form: InputOf<typeof followUp.saveStatus>['formData']) =>
        asha.calls(followUp.saveStatus, { renewal_id: renewalId, formData: form }),
      atGoogle: () => state.subscription(externalId),
      entries: async () =>
        (
          await db
            .select()
            .from(auditLogTable)
            .where(eq(auditLogTable.subjectId, renewalId))
            .orderBy(asc(auditLogTable.id))
        )
          .map(({ action }) => action)
          .filter((action) => action.startsWith('instruction_')),
    };
  }
  return { google, openDesk };
}
export type InstructionsDesk = Awaited<ReturnType<ReturnType<typeof googleWithTerms>['openDesk']>>;

const row = async <Row>(rows: PromiseLike<Row[]>): Promise<Row> => (await rows)[0] ?? expect.unreachable('it is there');
