import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../server/src/platform/db/schema/migrate.ts';
import { startSimulators } from '../simulators/main.ts';
import { loadDemo } from './demo/load.ts';
import { withProgress } from './progress.ts';
import { unconfigured, type Settings } from './settings.ts';
import { LauncherError } from './trouble.ts';

const MAILBOX_PORT = 8025;

export type Demo = {
  /** What the server needs to find the simulators of the services that are not configured. */
  env: Record<string, string>;
  /** Undefined if mails really leave. */
  mailboxUrl: string | undefined;
  stop: () => Promise<void>;
};

function today(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  } catch {
    throw new LauncherError(`BUSINESS_TIME_ZONE must be a time zone such as Asia/Kolkata, not "${timeZone}".`);
  }
}

/** The demo's world is made around the day it was first started, and stays so: the provider does not move its dates daily. */
function firstDay({ dataDir, timeZone }: Settings): string {
  const file = join(dataDir, 'demo-day');
  if (!existsSync(file)) writeFileSync(file, today(timeZone));
  return readFileSync(file, 'utf8').trim();
}

/** Starts the simulators and fills an empty database with the demo. */
export async function startDemo(settings: Settings, databaseUrl: string): Promise<Demo> {
  const day = firstDay(settings);
  const simulators = await startSimulators({ today: day, mailboxPort: MAILBOX_PORT });
  try {
    await withProgress('Preparing the demo data', async () => {
      await migrate(databaseUrl);
      await loadDemo({ databaseUrl, world: simulators.world, today: day });
    });
  } catch (error) {
    await simulators.stop();
    throw error;
  }
  const env = unconfigured(simulators.env, process.env);
  return { env, mailboxUrl: 'SMTP_URL' in env ? simulators.mailboxUrl : undefined, stop: simulators.stop };
}
