import type { Pool } from 'pg';

interface Limits<T> {
  /** At most so many answers, and all together so many bytes, are kept on a node. */
  most: number;
  bytes: number;
  /** The bytes of one. */
  sizeOf: (answer: T) => number;
}
type Kept<T> = Map<string, { revision: string; answer: Promise<T>; bytes: number }>;

/**
 * Keeps answers until their revision changes; those who ask while one is built wait for the same one. The revision is read
 * before the answer is built, so that an answer is never older than its revision says.
 */
export function revisionCache<T>(
  { most, bytes: room, sizeOf }: Limits<T>,
  build: (pool: Pool, key: string, revision: string) => Promise<T>,
) {
  /** Of each node: the longest unused stands first. */
  const keptOf = new WeakMap<Pool, Kept<T>>();

  const makeRoom = (kept: Kept<T>) => {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [key, one] of kept) {
      if (kept.size <= most && (bytes <= room || kept.size === 1)) return;
      bytes -= one.bytes;
      kept.delete(key);
    }
  };

  return (pool: Pool, key: string, revision: string): Promise<T> => {
    const kept = keptOf.get(pool) ?? (new Map() as Kept<T>);
    keptOf.set(pool, kept);
    const found = kept.get(key);
    kept.delete(key);
    if (found?.revision === revision) {
      kept.set(key, found);
      return found.answer;
    }
    const made = { revision, answer: build(pool, key, revision), bytes: 0 };
    kept.set(key, made);
    made.answer.then(
      (answer) => {
        made.bytes = sizeOf(answer);
        makeRoom(kept);
      },
      () => kept.get(key) === made && kept.delete(key),
    );
    return made.answer;
  };
}
