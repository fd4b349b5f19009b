import { pino, type Logger } from 'pino';
import { BadSetting, readConfig, type Config } from '../config.ts';

/** A sentence for whoever typed the command; ends it with code 1. */
export class CommandProblem extends Error {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a command of the command line with the settings of the server, and ends the process with its code. */
export async function command(work: (config: Config, log: Logger) => Promise<number>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const level = config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL;
    process.exitCode = await work(config, pino({ level }, pino.destination(2)));
  } catch (error) {
    const known = error instanceof BadSetting || error instanceof CommandProblem;
    process.stderr.write(`${known ? error.message : `The command failed: ${String(error)}`}\n`);
    process.exit(1);
  }
}
