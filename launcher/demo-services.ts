import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../server/src/platform/db/connection/one-client.ts';
import { migrate } from '../server/src/platform/db/schema/migrate.ts';
import { reachedLevel, refusalOf } from '../server/src/platform/db/schema/schema-level.ts';
import { startSimulators } from '../simulators/main.ts';
import { loadDemo } from './demo/load.ts';
import { withProgress } from './progress.ts';
import { unconfigured, type Settings } from './settings.ts';
import { LauncherError } from './report-error.ts';

const MAILBOX_PORT = 8025;

export type Demo = {
  /** Environment of a server that uses the simulators for the services that are not configured. */
  env: Record<string, string>;
  /** Undefined if mails really leave. */
  mailboxUrl: string | undefined;
  /** Where the clock of Google's simulator is read and turned; undefined if Google is asked itself. */
  clockUrl: string | undefined;
  stop: () => Promise<void>;
};

function today(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  } catch {
    throw new LauncherError(`BUSINESS_TIME_ZONE must be a time zone such as Asia/Kolkata, not "${timeZone}".`);
  }
}

const dayFile = ({ dataDir }: Settings): string => join(dataDir, 'demo-day');

/** The demo's world is made around the day it was first started, and stays so: the provider does not move its dates daily. */
function firstDay(settings: Settings): string {
  const file = dayFile(settings);
  const { timeZone } = settings;
  if (!existsSync(file)) writeFileSync(file, today(timeZone));
  return readFileSync(file, 'utf8').trim();
}

/** The bundled demo of a version that this one cannot bring up to date is made anew; a database of somebody's own is not touched. */
async function dropOutdatedDemo(settings: Settings, databaseUrl: string): Promise<void> {
  if (settings.databaseUrl !== undefined) return;
  await withClient(databaseUrl, 'demo', async (client) => {
    if (refusalOf(await reachedLevel(client), '') === undefined) return;
    await withProgress('Removing the demo of an earlier version', async () => {
      await client.query(
        'drop schema if exists public, drizzle, graphile_worker cascade; create schema public; grant usage on schema public to public',
      );
      rmSync(dayFile(settings), { force: true });
    });
  });
}

/** Who sells in the demo, as quotes and the decision page have it; of a business of which anything is configured nothing is made up. */
const BUSINESS = {
  BUSINESS_LEGAL_NAME: 'Reseller Desk Demo Private Limited',
  BUSINESS_GSTIN: '27AAPFU0939F1ZV',
  BUSINESS_ADDRESS: '4th Floor, Example Chambers, Fort, Mumbai 400001',
  BUSINESS_PHONE: '+91 22 5550 0100',
} as const;

/** Starts the simulators and fills an empty database with the demo. */
export async function startDemo(settings: Settings, databaseUrl: string): Promise<Demo> {
  await dropOutdatedDemo(settings, databaseUrl);
  const day = firstDay(settings);
  const simulators = await startSimulators({ today: day, mailboxPort: MAILBOX_PORT, realTime: Date.now });
  try {
    await withProgress('Preparing the demo data', async () => {
      await migrate(databaseUrl);
      await loadDemo({ databaseUrl, world: simulators.world, today: day });
    });
  } catch (error) {
    await simulators.stop();
    throw error;
  }
  const env = unconfigured({ ...simulators.env, ...BUSINESS }, process.env);
  return {
    env,
    mailboxUrl: 'SMTP_URL' in env ? simulators.mailboxUrl : undefined,
    clockUrl: 'GOOGLE_RESELLER_URL' in env ? `${simulators.google.url}/__admin/clock` : undefined,
    stop: simulators.stop,
  };
}
