import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { plantedBug } from './launcher/planted/plugin.ts';

/** Not how long a test takes, which is seconds: a shared machine may stand still for a minute, and no test is wrong for that. */
const STALLED_MS = 180_000;

/** One PostgreSQL and one migrated template database a run. */
const globalSetup = ['server/src/testing/database.ts'];

const aboutServer = { globalSetup, testTimeout: STALLED_MS, hookTimeout: STALLED_MS };
/** What puts another module in the place of a library, shares neighbours by a module, or counts what a process and its database did. */
const APART = [
  'server/src/features/access/{busy,hidden,login}.test.ts',
  'server/src/features/admins/busy.test.ts',
  'server/src/features/{outbox,crm-tasks}/*.test.ts',
  'server/src/platform/events/events.test.ts',
  'server/src/platform/metrics/*.test.ts',
  'server/src/features/{customers/list,mail-log/hold}.test.ts',
];
/** The files of a process share its modules and its database: reading the modules took a third of the time. */
const server = {
  ...aboutServer,
  name: 'server',
  isolate: false,
  include: ['{contract,server}/src/**/*.test.ts', '{simulators,launcher,bench}/**/*.test.ts'],
  exclude: APART,
};
/** What the simulated year is assessed and printed by: no database. */
const year = { name: 'year', isolate: false, include: ['year/**/*.test.ts'], testTimeout: STALLED_MS };
const apart = { ...aboutServer, name: 'server-apart', include: APART };

/** What looks at the one router or the one client of a page, and what needs no page. */
const PAGES_APART = ['web/src/{app/router,api/client,features/renewals/model,kit/text/business}.test.ts'];
const aboutWeb = { environment: 'jsdom', setupFiles: ['web/src/testing/page.ts'], testTimeout: STALLED_MS };
const web = {
  ...aboutWeb,
  name: 'web',
  isolate: false,
  include: ['web/src/**/*.test.{ts,tsx}'],
  exclude: PAGES_APART,
  setupFiles: [...aboutWeb.setupFiles, 'web/src/testing/setup.ts'],
};
const webApart = { ...aboutWeb, name: 'web-apart', include: PAGES_APART };

/** What everybody does every day; the other journeys, each button, each look and each loss are for the whole run. */
const DAILY = ['e2e/{accounts,licences,renewal-desk}.e2e.ts'];
const { JOURNEYS, PLANTED_BUG } = process.env;
/** Journeys through the built product in a real browser: slow, so only when asked. One file at a time: two take four fifths of the time, and now and then a click. */
const e2e = {
  name: 'e2e',
  include: JOURNEYS === 'quick' ? DAILY : ['e2e/**/*.e2e.ts'],
  globalSetup,
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const projects = JOURNEYS ? [e2e] : [server, apart, year, web, webApart];

export default defineConfig({
  ...(PLANTED_BUG !== undefined && { plugins: [plantedBug(PLANTED_BUG)] }),
  test: {
    experimental: { fsModuleCache: PLANTED_BUG !== undefined },
    // An odd zone, 5:45 ahead of UTC: a date that slips by its zone shows.
    env: { TZ: 'Asia/Kathmandu' },
    // Two at least: while a test waits for PostgreSQL another one goes on, on two cores as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A second is short where a machine does other things.
    expect: { poll: { timeout: 10_000 } },
    // What a passing test wrote to the terminal hides the rest.
    silent: 'passed-only',
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
