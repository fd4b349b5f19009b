import { expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { db } from '../../testing/clone.ts';
import { acquireSubscriptionLock, acquireSyncLock } from './sync-lock.ts';

type Take = (tx: Db) => Promise<void>;

/** Whether somebody else gets what `take` takes, while a transaction holds what `hold` holds. */
const isFreeBeside = (hold: Take, take: Take): Promise<boolean> =>
  db.transaction(async (tx) => {
    await hold(tx);
    return db
      .transaction(async (other) => {
        // It extends its own timeouts, which are longer than a test.
        const taken = take({
          execute: async (...asked: Parameters<Db['execute']>) => {
            await other.execute("set local lock_timeout = '200ms'");
            return other.execute(...asked);
          },
        } as unknown as Db);
        await taken;
      })
      .then(
        () => true,
        () => false,
      );
  });

const about =
  (id: number): Take =>
  (tx) =>
    acquireSubscriptionLock(tx, id);

test('answers about two subscriptions are adopted beside each other, those about one and a sync are not', async () => {
  expect(await isFreeBeside(about(1), about(2))).toBe(true);
  expect(await isFreeBeside(about(1), about(1))).toBe(false);
  expect(await isFreeBeside(about(1), acquireSyncLock)).toBe(false);
  expect(await isFreeBeside(acquireSyncLock, about(1))).toBe(false);
});
