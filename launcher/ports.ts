import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Trouble } from './trouble.ts';

/** Says in one sentence why the server could not listen there, before anything else is started. */
export async function checkPort(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Trouble(`Port ${port} is already in use. Set PORT to another one.`);
    if (code === 'EACCES') throw new Trouble(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`);
    throw new Trouble(`The server cannot listen on ${host} (${code}). Set HOST to an address of this machine.`);
  } finally {
    server.close();
  }
}

/** A port of this machine that nobody listens on; somebody else may take it meanwhile. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
