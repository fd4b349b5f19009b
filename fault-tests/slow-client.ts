import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type SlowOptions = {
  /** Said at once. */
  first: string;
  /** Said again and again, so many milliseconds apart. */
  drip: string;
  everyMs: number;
  /** A client that does not read notices an end only when it can write no more. */
  reads?: boolean;
};

/** A client that is slow in some way, for so long at most. @returns after how many milliseconds it was cut. */
export async function slowRequest(port: number, slow: SlowOptions, timeoutMs: number): Promise<number> {
  const { first, drip, everyMs, reads = true } = slow;
  const began = performance.now();
  const socket = connect(port, '127.0.0.1');
  const cut = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => resolve()));
  if (reads) socket.resume();
  socket.write(first);
  const dripping = setInterval(() => socket.write(drip), everyMs);
  await Promise.race([cut, pause(timeoutMs)]);
  clearInterval(dripping);
  const ms = performance.now() - began;
  socket.destroy();
  return ms;
}
