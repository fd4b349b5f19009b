import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from '../log/error-for-log.ts';

interface Part {
  readonly name: string;
  readonly stop: () => unknown;
  /** Is told to stop while requests are still answered; its turn comes when it has ended. */
  readonly atOnce: boolean;
}

interface Options {
  readonly log: FastifyBaseLogger;
  /** Until it is over the node goes on answering, and says that it stops. */
  readonly delay: () => Promise<unknown>;
  /** Deadline: stops that take longer are cut off. */
  readonly longestMs: number;
  readonly exit: (code: number) => void;
}

/** The way down. Parts are stopped in the opposite of the order in which they were added, one after the other. */
export function createShutdown({ log, delay, longestMs, exit }: Options) {
  const parts: Part[] = [];
  const hanging = new Set<string>();
  let isStopping = false;

  const stop = async (part: Part): Promise<void> => {
    hanging.add(part.name);
    try {
      await part.stop();
    } catch (error) {
      log.warn({ event: 'stop_failed', part: part.name, ...errorForLog(error) });
    }
    hanging.delete(part.name);
  };
  const cut = (): void => {
    log.error({ event: 'stop_forced', hanging: [...hanging] });
    exit(1);
  };

  return {
    isStopping: () => isStopping,
    add: (name: string, work: () => unknown, { atOnce = false } = {}): void => {
      parts.push({ name, stop: work, atOnce });
    },
    /** Goes down and ends with this code; nothing where it is under way. */
    begin: async (reason: string, code: number): Promise<void> => {
      if (isStopping) return;
      isStopping = true;
      log.info({ event: 'stopping', reason });
      const early = new Map(parts.filter(({ atOnce }) => atOnce).map((part) => [part, stop(part)]));
      await delay();
      setTimeout(cut, longestMs).unref();
      for (const part of parts.toReversed()) await (early.get(part) ?? stop(part));
      log.info({ event: 'stopped', code });
      exit(code);
    },
    /** Ends now, and says what was not stopped. */
    cut,
  };
}
export type Shutdown = ReturnType<typeof createShutdown>;
