import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../launcher/ports.ts';
import { root } from '../launcher/root.mjs';
import type { Target } from './measure.ts';

export type Server = Target & {
  /** Milliseconds from the start of the process to its first answer. */
  startMs: number;
  stop: () => Promise<void>;
};

const START_MS = 30_000;
/** Lets the product's metrics be read. */
export const METRICS_TOKEN = randomBytes(16).toString('hex');
/** All starts of a run share the key of their installation. */
const SECRET_KEY = randomBytes(32).toString('hex');

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function start(args: string[], env: NodeJS.ProcessEnv, headers: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - began > START_MS) {
      await stop();
      throw new Error(`${args.join(' ')} did not start`);
    }
    await pause(5);
  }
  return { port, pid: child.pid ?? 0, headers, startMs: performance.now() - began, stop };
}

/** The built server with the settings of production, without jobs. */
export async function startProduct(databaseUrl: string, token: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'));
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://bench.example',
    DATA_DIR: folder,
    DEMO: 'false',
    JOBS: 'false',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SECRET_KEY,
    METRICS_TOKEN,
  };
  const server = await start(['server/dist/main.js'], env, { authorization: token });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** The bare server beside it. */
export const startBare = (databaseUrl: string): Promise<Server> =>
  start(['--import', 'tsx', 'bench/bare-server.ts'], { ...process.env, DATABASE_URL: databaseUrl }, {});
