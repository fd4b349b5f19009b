import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './server-process.ts';
import { messageOf } from './report-error.ts';

/** An editor that saves several files at once saves them within this time. */
const TOGETHER_MS = 150;

type Options = {
  start: () => Promise<Server>;
  print: (line: string) => unknown;
};

export type Restarts = {
  /** Stops the server and starts it anew; calls that come while it does so are one call after it. */
  restart: () => void;
  stop: () => Promise<void>;
};

/** A server that is restarted on demand. One that cannot start, or ends by itself, is reported and waits for the next change. */
export async function withRestarts({ start, print }: Options): Promise<Restarts> {
  const state = { wanted: false, stopped: false };
  const isWanted = (): boolean => state.wanted && !state.stopped;
  const isStopped = (): boolean => state.stopped;
  let server: Server | undefined;
  let work: Promise<void> | undefined;

  async function begin(): Promise<void> {
    try {
      const begun = await start();
      server = begun;
      void begun.ended.then((code) => {
        if (server === begun) print(`The server ended (${code}). It starts again when a file changes.`);
      });
    } catch (error) {
      if (!isStopped()) print(`${messageOf(error)} It starts again when a file changes.`);
    }
  }
  async function end(): Promise<void> {
    const last = server;
    server = undefined;
    await last?.stop();
  }
  async function again(): Promise<void> {
    while (isWanted()) {
      await pause(TOGETHER_MS);
      state.wanted = false;
      await end();
      if (!isStopped()) await begin();
    }
    work = undefined;
  }

  await begin();
  return {
    restart: () => {
      state.wanted = true;
      work ??= again();
    },
    stop: async () => {
      state.stopped = true;
      await work;
      await end();
    },
  };
}
