import { Socket } from 'node:net';
import type pg from 'pg';
import { Client, clientConfig } from './client.ts';

/**
 * A connection of its own for work on the whole database; closed after the work, however it ends, and cut when the signal
 * comes, whatever the database is doing for it.
 */
export async function withClient<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const socket = new Socket();
  const cut = () => void socket.destroy();
  const client = new Client({
    ...clientConfig(url),
    stream: () => socket,
    application_name: `reseller-desk ${name}`,
    connectionTimeoutMillis: 10_000,
  });
  signal?.throwIfAborted();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    await client.end().catch(() => undefined);
  }
}

/** Runs the work in one transaction of the client's. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The connection may be what is gone; the first reason is the one to tell.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
