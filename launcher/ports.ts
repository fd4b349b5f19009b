import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { until } from './processes.ts';
import { LauncherError } from './report-error.ts';

/** So long at most a server finishes what is under way when its launcher was killed. */
const ENDING_MS = 30_000;

/** @returns why nobody can listen there, or undefined. */
async function obstacle(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    server.close();
  }
}

/**
 * Says in one sentence why the server could not listen there, before anything else is started.
 * @param wasLeft a server of a launcher that was killed may be there, and about to end
 */
export async function checkPort(port: number, host: string, wasLeft: boolean): Promise<void> {
  const isFree = async (): Promise<boolean> => (await obstacle(port, host)) !== 'EADDRINUSE';
  if (wasLeft) await until(isFree, ENDING_MS);
  const code = await obstacle(port, host);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') throw new LauncherError(`Port ${port} is already in use. Set PORT to another one.`);
  if (code === 'EACCES')
    throw new LauncherError(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`);
  throw new LauncherError(`The server cannot listen on ${host} (${code}). Set HOST to an address of this machine.`);
}

/** A port of this machine that nobody listens on; somebody else may take it meanwhile. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
