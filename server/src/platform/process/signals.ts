import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from '../log/error-for-log.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * Signals, uncaught exceptions and unhandled rejections (the last two are one event). After an uncaught error the state is
 * unknown, so the node shuts down gracefully and its supervisor starts a new one.
 */
export function handleSignals(events: Pick<NodeJS.Process, 'on'>, log: FastifyBaseLogger, shutdown: Shutdown): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    events.on(signal, () => {
      if (shutdown.isStopping()) shutdown.cut();
      else void shutdown.begin(signal, 0);
    });
  events.on('uncaughtException', (error, origin) => {
    log.fatal({ event: 'uncaught_exception', origin, ...errorForLog(error) });
    void shutdown.begin(origin, 1);
  });
}
