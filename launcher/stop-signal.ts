/**
 * @returns a signal that comes when this process is told to end, and when the one that began it is gone: of a process that was
 * killed (`kill -9`) nobody else ends what it has begun.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  if (process.send === undefined) return stopping.signal;
  process.on('disconnect', stop);
  // It must not keep a process whose work is done.
  process.channel?.unref();
  if (!process.connected) stop();
  return stopping.signal;
}
