import { deadlines } from '@desk/contract/renewal-work/deadlines';
import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import { keyedRandom } from './keyed-random.ts';
import { instantOf } from './clock.ts';
import { daysOf } from './days.ts';
import { makeProduct } from './product/product.ts';
import { makeAccounts, openPortal } from './product/set-up.ts';
import { openExternalServices } from './external-services.ts';
import type { Seen } from './oracle/seen.ts';
import { logins, type Person } from './people/calls.ts';
import { makeCustomers } from './people/customers.ts';
import { handlerOf } from './people/item.ts';
import { ADMINISTRATORS, makeStaff } from './people/staff.ts';
import { ownersOf, readAll, rulesOf, switchRemindersOn } from './product/first-morning.ts';
import { linkReader } from './people/decision-page.ts';
import { makeInbox } from './people/inbox.ts';
import { watchProvider, type Running } from './watch/provider.ts';
import { customerEvents } from './world/customer-events.ts';
import { FIRST_DAY, makeWorld } from './world/make-world.ts';
import { soldAnew } from './world/sold-anew.ts';

export const TIME_ZONE = 'Asia/Kolkata';

interface YearOptions {
  readonly seed: number;
  readonly domains: number;
  readonly workers: number;
  readonly nodes: number;
  readonly isAsleep: boolean;
  /** The server's bundle. */
  readonly main: string;
}

export type Year = Awaited<ReturnType<typeof openYear>>;

const DAY = 86_400_000;
const keyOf = (domain: string, sku: string): string => `${domain}\0${sku}`;

/** The product on its first morning, with external services and people; the clock of all of them is turned from here. */
export async function openYear({ seed, domains, workers, nodes, isAsleep, main }: YearOptions) {
  const random = keyedRandom(seed);
  const world = makeWorld(random, domains);
  const external = await openExternalServices(world);
  const { google, database, mailbox } = external;
  const seen: Seen[] = [];
  const note = (one: Seen): void => void seen.push(one);
  google.state.advanceTo(instantOf(FIRST_DAY, '12:00'));
  const watch = watchProvider(google.state, random, note);
  const product = makeProduct({ main, env: external.env, workers, nodes });
  let time = google.state.now();
  await product.start(time);

  /** All clocks go on to then. */
  async function turn(to: number): Promise<void> {
    time = Math.max(time, to);
    watch.advanceTo(time);
    await product.turn(time);
  }
  let sessions = new Map<string, Promise<Person>>();
  let since = 0;
  const login = logins(database, product.address);
  /** Sessions end when nobody has asked anything for an hour. */
  const session = (email: string): Promise<Person> => {
    if (time - since > DAY / 48) [sessions, since] = [new Map<string, Promise<Person>>(), time];
    const known = sessions.get(email) ?? login(email, time);
    sessions.set(email, known);
    return known;
  };

  await makeAccounts(database, new Date(time).toISOString());
  const manager = await session(ADMINISTRATORS[0]);
  await readAll(manager);
  await product.work('scheduled');
  const registered = new Set(world.customers.map(({ domain }) => domain));
  await openPortal(database, [...registered], new Date(time).toISOString());
  await external.analyze();
  await rulesOf(manager, await ownersOf(session));
  await switchRemindersOn(manager);
  const { reply } = await manager.calls(deadlines.holidays, {});
  const holidays = [...reply.holidays, ...reply.public.filter((one) => !one.is_worked)].map(({ day }) => day);
  const { lead_business_days: lead } = (await manager.calls(deadlines.rules, {})).reply.rules;
  const days = daysOf({ timeZone: TIME_ZONE, lead, holidays });

  const byKey = (terms: readonly Running[]) => new Map(terms.map((one) => [keyOf(one.domain, one.sku), one]));
  let [running, past] = [byKey([]), byKey([])];
  /** The term of an item among these, which the product may still call by an earlier name of its domain. */
  const among = (terms: typeof running, { domain_name, sku_name, renewal_date }: WorkItem): Running | undefined => {
    const one = terms.get(keyOf(domain_name, sku_name)) ?? terms.get(keyOf(`new-${domain_name}`, sku_name));
    return one && days.today(one.endsAt) === renewal_date ? one : undefined;
  };
  const termOf = (item: WorkItem): Running | undefined => among(running, item);
  const customers = makeCustomers({
    ...{ days, note },
    now: () => time,
    standing: ({ term, subscriptionId }) => watch.now(term, subscriptionId),
    portal: async (domain) => {
      const name = domain.replace(/^new-/, '');
      // Who has come since the first morning registers when there is something to decide.
      if (!registered.has(name)) await openPortal(database, [name], new Date(time).toISOString());
      registered.add(name);
      return session(`owner@${name}`);
    },
    decideByLink: linkReader(product.address),
    reply: ({ id }, text) => mailbox.answer({ id, text }),
  });
  const handler = handlerOf({
    ...{ days, random, customers, note, termOf },
    pastOf: (item) => among(past, item),
    isSuspended: ({ subscriptionId }) => watch.subscription(subscriptionId)?.status === 'SUSPENDED',
    restore: ({ subscriptionId }, wish) =>
      watch.inConsole((state) => {
        const sold = state.subscription(subscriptionId);
        if (sold.status === 'SUSPENDED') state.change(subscriptionId, soldAnew(sold, wish, state.now()));
      }),
    now: () => time,
    mistakes: new Map(),
    setLicensed: ({ subscriptionId }, licensed) =>
      void watch.inConsole((state) => state.setLicensed(subscriptionId, licensed)),
  });
  const dayOfRun = (today: string): number => Math.round((Date.parse(today) - Date.parse(FIRST_DAY)) / DAY);
  return {
    ...{ random, watch, product, external, seen, note, days, customers, termOf, turn, session, holidays, lead, world },
    now: () => time,
    inbox: makeInbox({ random, customers, note, mailbox, isAsleep, running: watch.running, now: () => time }),
    staff: makeStaff({ days, dayOfRun, session, handler }, FIRST_DAY),
    playCustomerEvents: customerEvents({ random, watch, note, domains }),
    /** What runs now is found by its names. */
    refresh: (): void => void ([running, past] = [byKey(watch.running()), byKey(watch.past())]),
    close: async (): Promise<void> => {
      await product.stop();
      await external.stop();
    },
  };
}
