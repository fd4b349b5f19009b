import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { freePort } from '../launcher/ports.ts';
import { until } from '../launcher/processes.ts';
import { root } from '../launcher/root.mjs';

/** `/readyz` answers within three seconds, whatever is wrong. */
const READY_MS = 4_000;
const START_MS = 60_000;
const STOP_MS = 40_000;
/** Lines of its log that say why a node did not start. */
const WORDS = 30;

export type Node = Awaited<ReturnType<typeof makeNode>>;

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(READY_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

const lastWords = (logFile: string): string =>
  readFileSync(logFile, 'utf8').trim().split('\n').slice(-WORDS).join('\n');

/** One server process at an address that stays, however often the process is ended and started. */
export async function makeNode(main: string, env: NodeJS.ProcessEnv, logFile: string) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;

  const isAlive = (): boolean => running?.child.exitCode === null && running.child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === undefined) return;
    const { child, ended } = running;
    child.kill(signal);
    const killed = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killed);
  };
  const launch = (): void => {
    const log = openSync(logFile, 'a', 0o600);
    const child = spawn(process.execPath, [main], {
      cwd: root,
      env: { ...env, PORT: String(port) },
      // The channel tells the node when this run is gone.
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    running = { child, ended: new Promise((resolve) => child.once('exit', () => resolve())) };
  };

  return {
    port,
    address,
    pid: (): number => running?.child.pid ?? 0,
    isAlive,
    /** All that it has said, a line each. */
    log: () => readFileSync(logFile, 'utf8').trim().split('\n'),
    isReady: () => answers(address),
    launch,
    /** Launches and waits until it answers. */
    start: async (): Promise<void> => {
      launch();
      const ready = await until(async () => !isAlive() || answers(address), START_MS);
      if (!ready || !isAlive()) throw new Error(`A node did not start.\n${lastWords(logFile)}`);
    },
    /** `kill -9`. */
    kill: () => end('SIGKILL'),
    /** As a supervisor does, who waits until the node has ended by itself. */
    stop: () => end('SIGTERM'),
  };
}
