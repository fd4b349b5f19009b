import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { filesBelow } from './contents.ts';

const folder = join(root, 'server/src');
const CONNECTING = /new pg\.(?:Client|Pool)\(/g;

/** Files that connect by the driver itself, and why. */
const EXCEPTIONS = [
  // The client that finds the primary is made of it.
  'platform/db/connection/client.ts: new pg.Client(',
  // Pools of that client.
  'platform/db/connection/connect.ts: new pg.Pool(',
  'platform/db/schema/migrate.ts: new pg.Pool(',
  // A pooler is no PostgreSQL: nothing is told to it as a session opens.
  'platform/db/connection/pooler.ts: new pg.Client(',
];

test('the server connects by the client that finds the host which takes writes', () => {
  const files = filesBelow(folder).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path),
  );
  const sources = files.map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  const found = sources.flatMap(([path, source]) =>
    [...source.matchAll(CONNECTING)].map(([text]) => `${path}: ${text}`),
  );
  expect(found.sort()).toEqual([...EXCEPTIONS].sort());
  const pools = sources.filter(([, source]) => source.includes('new pg.Pool('));
  for (const [path, source] of pools) expect(`${path} ${String(/\bClient,/.test(source))}`).toBe(`${path} true`);
});
