import { fork, type ChildProcess } from 'node:child_process';
import { root } from '../../launcher/root.mjs';
import type { Order, Reply } from './messages.ts';
import type { Turn } from './turned-clock.ts';

type Asked = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never;

export interface NodeOptions {
  /** The bundle of `process.ts`. */
  readonly main: string;
  readonly env: NodeJS.ProcessEnv;
  /** Jobs that it works on at once. */
  readonly workers: number;
}

/** The server makes much that is soon gone: a larger room for it is cleared less often. */
const V8_OPTIONS = ['--max-semi-space-size=64'];

/** A server process that can be killed and started again. */
export function makeNode({ main, env, workers }: NodeOptions) {
  let child: ChildProcess | undefined;
  let address = '';
  let asked = 0;

  const start = (at: Turn): Promise<void> =>
    new Promise((listening, failed) => {
      const started = fork(main, {
        cwd: root,
        env: { ...env, YEAR_BEGINS: JSON.stringify(at), YEAR_WORKERS: String(workers) },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        execArgv: V8_OPTIONS,
      });
      child = started;
      started.once('exit', (code) => failed(new Error(`The server ended by itself (${String(code)}).`)));
      started.on('message', (reply: Reply) => {
        if (!('listening' in reply)) return;
        address = `http://127.0.0.1:${reply.listening}`;
        listening();
      });
    });

  /** @returns how many jobs it did */
  const ask = (order: Asked): Promise<number> =>
    new Promise((done, failed) => {
      const running = child;
      const id = (asked += 1);
      if (running === undefined) {
        failed(new Error('The server does not run.'));
        return;
      }
      const settle = (error: Error | null, count = 0): void => {
        running.off('message', onReply);
        running.off('exit', ended);
        if (error === null) done(count);
        else failed(error);
      };
      const onReply = (reply: Reply): void => {
        if (!('id' in reply) || reply.id !== id) return;
        settle(reply.error === null ? null : new Error(reply.error), reply.count);
      };
      const ended = (): void => settle(new Error('The server is gone.'));
      running.on('message', onReply);
      running.once('exit', ended);
      running.send({ id, ...order });
    });

  /** `kill -9`. */
  const kill = (): Promise<void> =>
    new Promise((ended) => {
      const running = child;
      child = undefined;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) {
        ended();
        return;
      }
      running.once('exit', () => ended());
      running.kill('SIGKILL');
    });

  return { address: () => address, isRunning: () => child !== undefined, start, ask, kill };
}
