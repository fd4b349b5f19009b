import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld } from '../world/world.ts';
import { startJumpCloud } from './start.ts';

const world = makeWorld({ today: '2026-11-21', customers: 500, resellers: 5 });
const jumpcloud = await startJumpCloud({ world });
const { JUMPCLOUD_API_KEY: key, JUMPCLOUD_PROVIDER_ID: provider } = jumpcloud.env;
beforeEach(() => {
  jumpcloud.faults.clear();
});
afterAll(() => jumpcloud.stop());

async function print(path: string, headers: Record<string, string> = { 'x-api-key': key }) {
  const response = await fetch(jumpcloud.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const list = (query: string) => print(`/api/v2/providers/${provider}/organizations?${query}`);
const idsIn = ({ body }: Awaited<ReturnType<typeof list>>) => (body['results'] as { id: string }[]).map(({ id }) => id);
const someone = () => jumpcloud.organizations()[0]?.id ?? expect.unreachable();
const about = (path: string, org?: string) =>
  print(path, { 'x-api-key': key, ...(org !== undefined && { 'x-org-id': org }) });

describe('organisations', () => {
  test('come ten at a time unless more are asked for, a hundred at most, with the number of all', async () => {
    const total = jumpcloud.organizations().length;
    expect(total).toBeGreaterThan(45);
    expect((await list('sort=id')).body).toMatchObject({ totalCount: total });
    expect(idsIn(await list('sort=id'))).toHaveLength(10);
    expect(idsIn(await list('sort=id&limit=100'))).toHaveLength(total);
    expect((await list('limit=101')).status).toBe(400);
  });

  test('come once each in an order, and overlap without one', async () => {
    const pages = async (sort: string) => {
      const found = [];
      for (const skip of [0, 20, 40]) found.push(...idsIn(await list(`limit=20&skip=${skip}${sort}`)));
      return new Set(found).size === found.length;
    };
    expect(await pages('&sort=id')).toBe(true);
    expect(await pages('')).toBe(false);
  });

  test('are found by a filter, and told by the fields that are asked for', async () => {
    const { id, name } = jumpcloud.organizations()[3] ?? expect.unreachable();
    const { body } = await list(`filter=${encodeURIComponent(`name:eq:${name}`)}&fields=name`);
    expect(body).toEqual({ results: [{ id, name }], totalCount: 1 });
  });

  test.each(['skip=x', 'sort=luck', 'filter=name:like:a', 'limit=0'])('%s cannot be read', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  test('are named after customers, some with an address at their domain, some of nobody', () => {
    const domains = new Set(world.customers.map(({ domain }) => domain));
    const known = jumpcloud
      .organizations()
      .filter(({ contactEmail: email }) => domains.has(email?.split('@')[1] ?? ''));
    expect(known.length).toBeGreaterThan(15);
    expect(jumpcloud.organizations().some(({ name }) => domains.has(name))).toBe(true);
    const ids = jumpcloud.organizations().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  });
});

describe('an organisation', () => {
  test('is told whole to who names it', async () => {
    const id = someone();
    const { status, body } = await about(`/api/organizations/${id}`, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: id, provider, settings: { maxSystemUsers: expect.any(Number) as number } });
  });

  test('must be named, in the right form, and be there', async () => {
    const id = someone();
    expect((await about(`/api/organizations/${id}`)).status).toBe(401);
    expect((await about(`/api/organizations/${id}`, 'acme')).status).toBe(400);
    expect((await about(`/api/organizations/${id}`, 'f'.repeat(24))).status).toBe(404);
    expect((await about(`/api/organizations/${'f'.repeat(24)}`, 'f'.repeat(24))).status).toBe(404);
    expect((await about(`/api/v2/providers/${provider}/organizations`, id)).status).toBe(403);
  });
});

test('nobody is answered without the key, and nothing is told of other providers', async () => {
  const path = `/api/v2/providers/${provider}/organizations`;
  expect(await print(path, {})).toEqual({ status: 401, body: { message: 'Unauthorized' } });
  expect((await print(path, { 'x-api-key': 'guessed' })).status).toBe(401);
  expect((await print('/api/v2/providers/other/organizations')).status).toBe(404);
  expect((await print('/api/v2/elsewhere')).status).toBe(404);
});

test('a fault is used up by the call that it is for', async () => {
  const id = someone();
  jumpcloud.faults.next({ kind: 'throttled', only: id });
  expect((await list('sort=id')).status).toBe(200);
  expect((await about(`/api/organizations/${id}`, id)).status).toBe(429);
  expect((await about(`/api/organizations/${id}`, id)).status).toBe(200);
});
