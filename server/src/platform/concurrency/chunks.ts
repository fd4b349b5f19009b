import { setImmediate as turn } from 'node:timers/promises';

/** For so long others wait at most. */
const SLICE_MS = 8;

/** Makes something of each item, in their order; whatever else the process has to do goes on in between. */
export async function mapInChunks<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  let since = performance.now();
  for (const item of items) {
    made.push(make(item));
    if (performance.now() - since < SLICE_MS) continue;
    await turn();
    since = performance.now();
  }
  return made;
}

/** A list as JSON, written in slices. */
export const jsonInChunks = async (items: readonly unknown[]): Promise<string> =>
  `[${(await mapInChunks(items, (item) => JSON.stringify(item))).join(',')}]`;
