import { pino } from 'pino';
import { BadSetting, readConfig } from '../config.ts';
import type { Wiring } from '../context.ts';
import { connect } from '../db/connect.ts';
import { makeAnnouncer } from '../db/events.ts';
import { migrate } from '../db/migrate.ts';
import { reachOutside } from '../outside.ts';
import { loadSecret } from '../security/secret.ts';

/** A sentence for whoever typed the command; ends it with code 1. */
export class CommandProblem extends Error {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command of the command line with what the server has, and ends the process with its code. */
export async function withDesk(work: (wiring: Wiring) => Promise<number>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = pino({ level: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL }, pino.destination(2));
    await migrate(config.DATABASE_URL);
    const { pool, db } = connect(config.DATABASE_URL, log, 4);
    const announcer = makeAnnouncer(pool, log);
    // eslint-disable-next-line no-restricted-syntax -- the one clock of the process
    const now = () => new Date();
    const secret = await loadSecret(db, config);
    const outside = reachOutside(config, { db, secret });
    process.exitCode = await work({
      db,
      pool,
      sessionPool: pool,
      config,
      secret,
      now,
      announce: announcer.announce,
      log,
      outside,
    });
    await announcer.stop();
    outside.mailer?.close();
    await pool.end();
  } catch (error) {
    const known = error instanceof BadSetting || error instanceof CommandProblem;
    process.stderr.write(`${known ? error.message : `The command failed: ${String(error)}`}\n`);
    process.exit(1);
  }
}
