import { describe, expect, test } from 'vitest';
import { idOf, organization, productDesk } from './testing/product-desk.ts';

const { jumpcloud, openDesk } = productDesk();

const many = (count: number) => {
  for (let n = 1; n <= count; n++) jumpcloud().put(organization(n));
};

describe('a sync of the directory product of which nothing can be read', () => {
  const refuseAll = (count: number) => {
    for (let n = 1; n <= count; n++) jumpcloud().faults.next({ kind: 'forbidden', only: idOf(n) });
  };

  test('fails, and keeps the names that are listed and all that was known', async () => {
    const desk = await openDesk();
    many(60);
    await desk.synced();
    jumpcloud().put(organization(61));
    refuseAll(61);
    expect(await desk.synced()).toMatchObject({
      ...{ state: 'failed', read: 61, skipped: 61 },
      error: 'JumpCloud lists organisations, but none of them could be read. Check what JUMPCLOUD_API_KEY may see.',
    });
    expect((await desk.organizations()).map(({ licences }) => licences)).toEqual([...Array<number>(60).fill(40), null]);
    expect((await desk.organizations()).filter(({ goneAt }) => goneAt !== null)).toEqual([]);
    expect(await desk.synced()).toMatchObject({ state: 'done', read: 61, skipped: 0 });
  });

  test('is done where one can be read, or there is nobody to read', async () => {
    const desk = await openDesk();
    expect(await desk.synced()).toMatchObject({ state: 'done', read: 0 });
    many(3);
    refuseAll(2);
    expect(await desk.synced()).toMatchObject({ state: 'done', skipped: 2 });
  });
});

test('a number that is none of licences stops no sync', async () => {
  const desk = await openDesk();
  jumpcloud().put(organization(1, { users: 3_000_000_000 }));
  jumpcloud().put(organization(2, { users: 40, maxUserQuantity: 2_147_483_648 }));
  expect(await desk.synced()).toMatchObject({ state: 'done', skipped: 0 });
  expect((await desk.organizations()).map(({ licences }) => licences)).toEqual([null, 40]);
});
