import { describe, expect, test } from 'vitest';
import { timeoutsWith } from '../../testing/silence.ts';
import { JumpCloudProblem } from './problem.ts';
import { jumpcloudClient } from './testing/jumpcloud-client.ts';

const { jumpcloud, pauses, makeClient } = await jumpcloudClient();
const messages = () => jumpcloud.organizations();
const one = (n = 0) => messages()[n] ?? expect.unreachable('there are so many');
const first = { skip: 0, limit: 10 };

async function problemOf(work: Promise<unknown>): Promise<JumpCloudProblem> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof JumpCloudProblem) return error;
  throw new Error(`no problem of JumpCloud: ${String(error)}`);
}

describe('the organisations of a provider', () => {
  test('are read once each, page by page', async () => {
    const client = makeClient();
    const found: string[] = [];
    let skip: number | undefined = 0;
    while (skip !== undefined) {
      const { rows, nextSkip }: Awaited<ReturnType<typeof client.listOrganizations>> = await client.listOrganizations({
        skip,
        limit: 10,
      });
      found.push(...rows.map(({ id }) => id));
      skip = nextSkip;
    }
    expect(found).toEqual(
      messages()
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('end where fewer are left than were counted', async () => {
    expect(await makeClient().listOrganizations({ skip: 900, limit: 10 })).toEqual({ rows: [], nextSkip: undefined });
  });
});

describe('an organisation', () => {
  const base = one();
  const { id } = base;
  const put = (changed: Partial<typeof base>) => {
    jumpcloud.put({ ...base, ...changed });
  };
  const product = (name: string, productCode: string, committedUsers: number) => ({
    ...{ name, productCode, productCategory: 'Bundle', contractType: 'annual', committedUsers },
    ...{ uncommittedUsers: 0, maxUserCount: 0, pricePerUser: 1 },
  });

  test('tells its plan by the names of its products, and the most that any of them commits to', async () => {
    put({
      name: ' Acme ',
      contactEmail: 'ravi@acme.example',
      products: [product('Platform', 'JCP', 40), product('Passwords', 'JCW', 55)],
    });
    expect(await makeClient().getOrganization(id)).toEqual({
      ...{ id, name: 'Acme', email: 'ravi@acme.example' },
      ...{ planName: 'Platform + Passwords', productCode: 'JCP', licences: 55 },
    });
  });

  test('without commitments has the users that it is entitled to, else those that it may create', async () => {
    put({ products: [product('Platform', 'JCP', 0)], maxUserQuantity: 30, maxSystemUsers: 70 });
    expect(await makeClient().getOrganization(id)).toMatchObject({ licences: 30 });
    put({ products: [], maxUserQuantity: null, maxSystemUsers: 70, contactEmail: null });
    expect(await makeClient().getOrganization(id)).toMatchObject({
      ...{ licences: 70, planName: null, productCode: null, email: null },
    });
  });

  test('that is not there is none, and so is one that we may not see any more', async () => {
    expect(await makeClient().getOrganization('f'.repeat(24))).toBeUndefined();
    jumpcloud.faults.next({ kind: 'forbidden' });
    expect(await makeClient().getOrganization(one().id)).toBeUndefined();
  });
});

describe('a fault of JumpCloud', () => {
  test.each(['throttled', 'unavailable', 'reset', 'html', 'timeout'] as const)(
    'that passes (%s) is waited for',
    async (kind) => {
      jumpcloud.faults.next({ kind, times: 2 });
      const { rows } = await makeClient(timeoutsWith(kind)).listOrganizations(first);
      expect(rows).toHaveLength(10);
      expect(pauses).toHaveLength(2);
      if (kind === 'throttled') expect(pauses).toEqual([7_000, 7_000]);
    },
  );

  test('that stays is told after five tries', async () => {
    jumpcloud.faults.next({ kind: 'unavailable', times: 9 });
    const problem = await problemOf(makeClient().listOrganizations(first));
    expect(problem).toMatchObject({ kind: 'unavailable', status: 503, retriable: true });
    expect(problem.message).toBe('JumpCloud is not available at the moment. Try again in some minutes.');
    expect(pauses).toHaveLength(4);
  });

  test('that lasts longer than anybody waits is told at once, with how long it lasts', async () => {
    jumpcloud.faults.next({ kind: 'exhausted' });
    const problem = await problemOf(makeClient().listOrganizations(first));
    expect(problem).toMatchObject({ kind: 'quota', retriable: true, retryAfterMs: 1_800_000 });
    expect(pauses).toEqual([]);
  });

  test.each([
    ['unauthorized', 'auth', /JUMPCLOUD_API_KEY/],
    ['html-200', 'bad-answer', /JUMPCLOUD_URL/],
    ['redirect', 'bad-answer', /JUMPCLOUD_URL/],
    ['huge', 'bad-answer', /could not be read/],
    ['odd-shape', 'bad-answer', /could not be understood \(results\)/],
    ['forbidden', 'refused', /JumpCloud says: "Forbidden"/],
  ] as const)('that does not pass (%s) is told at once', async (fault, kind, words) => {
    jumpcloud.faults.next({ kind: fault });
    const problem = await problemOf(makeClient().listOrganizations(first));
    expect(problem).toMatchObject({ kind, retriable: false });
    expect(problem.message).toMatch(words);
    expect(pauses).toEqual([]);
  });

  test('never tells the key', async () => {
    const apiKey = 'a-key-that-nobody-may-see';
    const problem = await problemOf(makeClient({ apiKey }).listOrganizations(first));
    expect(problem.kind).toBe('auth');
    expect(JSON.stringify([problem, problem.message, problem.stack])).not.toContain(apiKey);
  });

  test('with the provider says which setting is wrong', async () => {
    const problem = await problemOf(makeClient({ providerId: 'elsewhere' }).listOrganizations(first));
    expect(problem.message).toContain('JUMPCLOUD_PROVIDER_ID');
    expect(() => makeClient({ url: 'not a web address' })).toThrow('JUMPCLOUD_URL');
  });
});

test.each(['', '.', '..'])('the id “%s”, which would change the path, is refused, and nobody is asked', async (id) => {
  const asked = jumpcloud.calls('organizations.get');
  const problem = await problemOf(makeClient().getOrganization(id));
  expect(problem).toMatchObject({ kind: 'refused', message: 'Name the organisation.', retriable: false });
  expect(jumpcloud.calls('organizations.get')).toBe(asked);
});

test('whoever has stopped waiting is not waited for', async () => {
  const stop = new AbortController();
  jumpcloud.faults.next({ kind: 'timeout' });
  const asked = makeClient().listOrganizations(first, { signal: stop.signal });
  stop.abort(new Error('the server goes down'));
  await expect(asked).rejects.toThrow('the server goes down');
});
