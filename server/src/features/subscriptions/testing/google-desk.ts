import { sync } from '@desk/contract/sync';
import { afterAll, beforeEach, expect } from 'vitest';
import { startGoogle } from '../../../../../simulators/google/start.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { googleProvider } from '../../../testing/google.ts';
import { testServer } from '../../../testing/server.ts';

/** A Google with so many customers, anew for each test, and desks that are connected to it. */
export function googleDesk(customers: number, today = '2026-11-21') {
  const start = () => startGoogle({ world: makeWorld({ today, customers }) });
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const stop = async () => running?.stop();
  beforeEach(async () => {
    await stop();
    running = await start();
  });
  afterAll(stop);
  const google = () => running ?? expect.unreachable('Google runs only within a test');

  const client = () => googleProvider(google().env);

  /** A desk with somebody who presses 'Sync now'. */
  const openDesk = async (now = () => new Date(`${today}T06:30:00Z`), env: Record<string, string> = {}) => {
    const desk = await testServer({ clients: { providers: { google: client() } }, now, env });
    const asha = await desk.as();
    const newestRun = async () => (await asha.calls(sync.runs, {})).reply.runs[0] ?? expect.unreachable('no run');
    return {
      ...desk,
      asha,
      newestRun,
      /** One press, worked off. */
      synced: async () => {
        expect((await asha.calls(sync.start, {})).status).toBe(200);
        await desk.work();
        return newestRun();
      },
      /** Lets the pause of a postponed run pass, and runs its next try. */
      afterThePause: async () => {
        await desk.pool.query('update graphile_worker._private_jobs set run_at = now()');
        await desk.pool.query(`update sync_runs set heartbeat_at = '2020-01-01'`);
        await desk.work();
        return newestRun();
      },
    };
  };
  return { google, openDesk };
}
