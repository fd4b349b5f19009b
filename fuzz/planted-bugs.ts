import type { Call } from '@desk/contract/call';
import { sql } from 'drizzle-orm';
import type { Context } from '../server/src/platform/context.ts';
import { Refusal } from '../server/src/platform/http/refusal.ts';
import type { Route } from '../server/src/platform/http/implement.ts';
import { routes } from '../server/src/app/routes.ts';
import { CANARY } from './filled-database.ts';

/** A fault that somebody could have made in the server; the fuzz must find it. */
export interface PlantedBug {
  name: string;
  /** The call that it is made in. */
  path: string;
  /** The actor that finds it. */
  actor: string;
  change: (route: Route) => Partial<Route>;
  /** The finding that reports it. */
  seenAs: RegExp;
}

type Handle = Route['handle'];
const handled =
  (make: (handle: Handle) => Handle) =>
  ({ handle }: Route): Partial<Route> => ({ handle: make(handle) });

const withoutRoles = (call: Call): Call =>
  Object.fromEntries(Object.entries(call).filter(([key]) => key !== 'roles')) as unknown as Call;
const MEGABYTES = 4 * 1024 * 1024;
const kept: Buffer[] = [];

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a body that nobody thought of is a failure',
    path: 'get_menu_item/',
    actor: 'ADMIN',
    change: handled((handle) => async (body, ctx) => {
      if ('email' in (body as object)) throw new TypeError('x is not a function');
      return handle(body, ctx);
    }),
    seenAs: /answers 500/,
  },
  {
    name: 'a customer is told the name of another one',
    path: 'get_profile/',
    actor: 'customer A',
    change: handled((handle) => async (body, ctx) => {
      const answer = (await handle(body, ctx)) as object;
      return Object.fromEntries(
        Object.entries(answer).map(([name, value]) => [name, typeof value === 'string' ? CANARY : (value as unknown)]),
      );
    }),
    seenAs: /what is of others/,
  },
  {
    name: 'a refusal tells what the database said',
    path: 'get_user_domain/',
    actor: 'customer A',
    change: handled(() => () => {
      throw new Refusal(404, 'relation "domains" does not exist');
    }),
    seenAs: /tells of the inside/,
  },
  {
    name: 'a call for administrators forgets to say so',
    path: 'adminpanel/get_renewal_team/',
    actor: 'SALESC',
    change: ({ call }) => ({ call: withoutRoles(call) }),
    seenAs: /not for SALESC/,
  },
  {
    name: 'an answer says more than its contract',
    path: 'brand/',
    actor: 'nobody',
    change: handled((handle) => async (body, ctx) => ({ ...((await handle(body, ctx)) as object), secret: 1 })),
    seenAs: /more than its contract/,
  },
  {
    name: 'a call that reads leaves a row',
    path: 'adminpanel/get_renewal_data/',
    actor: 'RMEMBER',
    change: handled((handle) => async (body, ctx: Context) => {
      await ctx.db.execute(
        sql`insert into vouchers (email, code_hash, ends_at, created_at) values ('x@y.example', '\\x00', now(), now())`,
      );
      return handle(body, ctx);
    }),
    seenAs: /rows in vouchers/,
  },
  {
    name: 'a call that takes longer than anybody waits',
    path: 'brand/',
    actor: 'nobody',
    change: handled((handle) => async (body, ctx) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return handle(body, ctx);
    }),
    seenAs: /does not answer within/,
  },
  {
    name: 'a call queues a job that can never be done',
    path: 'brand/',
    actor: 'nobody',
    change: handled((handle) => async (body, ctx: Context) => {
      await ctx.db.execute(sql`select graphile_worker.add_job('deliver', '{"id":"none"}')`);
      return handle(body, ctx);
    }),
    seenAs: /a job that fails for good: deliver/,
  },
  {
    name: 'a call keeps what it is asked',
    path: 'brand/',
    actor: 'nobody',
    change: handled((handle) => async (body, ctx) => {
      kept.push(Buffer.alloc(MEGABYTES, 1));
      return handle(body, ctx);
    }),
    seenAs: /holds .+ MB more/,
  },
];

/** Makes the fault for as long as the work takes. */
export async function withPlantedBug<T>({ path, change }: PlantedBug, work: () => Promise<T>): Promise<T> {
  const route = routes.find(({ call }) => call.path === path);
  if (!route) throw new Error(`There is no call ${path}.`);
  const sound = { ...route };
  Object.assign(route, change(route));
  try {
    return await work();
  } finally {
    Object.assign(route, sound);
    kept.length = 0;
  }
}
