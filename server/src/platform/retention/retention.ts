import { RETENTION, Retention } from '@desk/contract/jobs';
import type { Db } from '../db/db.ts';
import { holdSetting, readSetting, writeSetting } from '../db/setting.ts';

/** How many days things are kept: as somebody has set it, else as it comes. */
export const retentionOf = async (db: Db): Promise<Retention> =>
  Retention.parse({ ...RETENTION, ...((await readSetting(db, 'retention')) as object | undefined) });

/** @returns what it was before. */
export async function setRetention(tx: Db, retention: Retention): Promise<Retention> {
  await holdSetting(tx, 'retention');
  const before = await retentionOf(tx);
  await writeSetting(tx, 'retention', retention);
  return before;
}
