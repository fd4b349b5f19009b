import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { exitOf } from './postgres/run.ts';
import { until } from './processes.ts';
import { root } from './root.mjs';
import { LauncherError } from './report-error.ts';

type Options = {
  env: NodeJS.ProcessEnv;
  /** The server's own address on this machine, to ask whether it is ready. */
  address: string;
  /** Where its log goes; undefined: to the terminal. */
  logFile: string | undefined;
  signal: AbortSignal;
  /** Arguments of Node; else the built server. */
  args?: readonly string[];
};

export type Server = {
  /** Lets running requests finish. */
  stop: () => Promise<void>;
  /** Fulfilled with the exit code when the process has ended, wanted or not. */
  ended: Promise<number>;
};

const BUILT = ['server/dist/main.js'];
const READY_MS = 60_000;
/** A little longer than the server takes at most. */
const STOP_MS = 30_000;

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Starts the server and waits until it answers. Its complaints (stderr) always reach the terminal. */
export async function startServer({ env, address, logFile, signal, args = BUILT }: Options): Promise<Server> {
  const output = logFile === undefined ? undefined : openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    // Ctrl-C reaches the launcher only: it stops things in their order.
    detached: true,
    // The channel tells the server when its launcher is gone.
    stdio: ['ignore', output ?? 'inherit', 'inherit', 'ipc'],
  });
  if (output !== undefined) closeSync(output);
  const state = { alive: true };
  const ended = exitOf(child).then((code) => {
    state.alive = false;
    return code;
  });
  const stop = async (): Promise<void> => {
    for (const name of ['SIGTERM', 'SIGKILL'] as const) {
      child.kill(name);
      if (await until(() => !state.alive, STOP_MS)) return;
    }
  };
  const ready = await until(async () => !state.alive || signal.aborted || (await isReady(address)), READY_MS, 100);
  if (ready && state.alive && !signal.aborted) return { stop, ended };
  const early = !state.alive;
  await stop();
  signal.throwIfAborted();
  const where = logFile === undefined ? '' : ` Its log is ${join(logFile)}.`;
  throw new LauncherError(
    early ? `The server stopped while starting.${where}` : `The server did not get ready in time.${where}`,
  );
}
