import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl as url } from '../../../testing/clone.ts';
import { areBackendsShared, type Asks } from './pooler.ts';

async function backends(count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client(url));
  await Promise.all(clients.map((client) => client.connect()));
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.end()));
  });
  return clients;
}

/** PgBouncer in transaction mode: a session has a backend until its transaction ends, then any that is free. */
function pooled(free: pg.Client[], pick: 'last' | 'first'): Asks {
  let mine: pg.Client | undefined;
  const query = async (text: string) => {
    const backend = mine ?? (pick === 'last' ? free.pop() : free.shift());
    if (!backend) throw new Error('No backend is free.');
    mine = text === 'begin' ? backend : text === 'rollback' ? undefined : mine;
    try {
      return await backend.query(text);
    } finally {
      if (!mine) free.push(backend);
    }
  };
  return { query: query as unknown as Asks['query'] };
}

test.each(['last', 'first'] as const)(
  'a pooler in transaction mode that hands out the backend that was free %s is found',
  async (pick) => {
    const free = await backends(3);
    expect(await areBackendsShared(pooled(free, pick), pooled(free, pick))).toBe(true);
  },
);

test('sessions with a backend of their own share none', async () => {
  const [session, other] = await backends(2);
  if (!session || !other) throw new Error('two were opened');
  expect(await areBackendsShared(session, other)).toBe(false);
});
