import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** `refuse`: nobody listens, and what was open is cut. `silent`: what is open stays open and nothing comes through. */
export type ConnectionMode = 'pass' | 'refuse' | 'silent';

type Pair = { near: Socket; far: Socket | undefined };

/** A line of TCP to a port that may change, which can be cut or go dead. What was on it when it went dead arrives later. */
export async function startFaultyConnection(target: () => number) {
  const pairs = new Set<Pair>();
  let mode: ConnectionMode = 'pass';

  const join = (pair: Pair): void => {
    const far = connect(target(), '127.0.0.1');
    pair.far = far;
    const end = () => {
      pairs.delete(pair);
      pair.near.destroy();
      far.destroy();
    };
    for (const socket of [pair.near, far]) socket.on('close', end).on('error', end);
    pair.near.pipe(far).pipe(pair.near);
  };
  const silence = ({ near, far }: Pair): void => {
    near.unpipe().pause();
    far?.unpipe().pause();
  };
  const wake = (pair: Pair): void => {
    if (pair.far === undefined) join(pair);
    else pair.near.pipe(pair.far).pipe(pair.near);
  };

  const server = createServer({ noDelay: true, pauseOnConnect: true }, (near) => {
    const pair: Pair = { near, far: undefined };
    pairs.add(pair);
    near.on('error', () => near.destroy()).on('close', () => pairs.delete(pair));
    if (mode === 'pass') join(pair);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const { near, far } of pairs) [near, far].forEach((socket) => socket?.destroy());
    return closed;
  };

  return {
    port,
    become: async (wanted: ConnectionMode): Promise<void> => {
      if (wanted === mode) return;
      if (wanted === 'refuse') await cut();
      if (mode === 'refuse') await listen(port);
      mode = wanted;
      if (wanted === 'silent') pairs.forEach(silence);
      if (wanted === 'pass') pairs.forEach(wake);
    },
    /** Connections open now go silent for good; those opened from now on pass. */
    forsake: (): void => pairs.forEach(silence),
    stop: async (): Promise<void> => {
      if (mode !== 'refuse') await cut();
    },
  };
}
