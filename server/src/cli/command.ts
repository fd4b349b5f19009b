import { pino, type Logger } from 'pino';
import { BackupProblem, LeftBehind } from '../backup/problem.ts';
import { BadSetting, readConfig, type Config } from '../config.ts';

/** A sentence for the operator; ends the command with code 1. */
export class CommandProblem extends Error {}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command of the command line with the settings of the server, and ends the process with its code. */
export async function command(work: (config: Config, log: Logger) => Promise<number>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const level = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL;
    process.exitCode = await work(config, pino({ level }, pino.destination(2)));
  } catch (error) {
    const known = error instanceof BadSetting || error instanceof BackupProblem || error instanceof CommandProblem;
    process.stderr.write(`${known ? error.message : `The command failed: ${String(error)}`}\n`);
    process.exit(1);
  }
}

/** The same for a command that takes back what it began when somebody interrupts it, or says what is left of it. */
export const rolledBackOnSignal = (work: (config: Config, signal: AbortSignal) => Promise<void>): Promise<void> =>
  command(async (config) => {
    const stopping = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
    try {
      await work(config, stopping.signal);
      return 0;
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
      const whatNow = error instanceof LeftBehind ? error.whatNow : 'Nothing was left behind.';
      throw new CommandProblem(`Stopped. ${whatNow}`);
    }
  });
