/** So many act at the same time: more than one, because the desk waits for its database; few, because the machine has two cores. */
const LANES = 4;

/** Does the work for each, several at the same time; the first that fails ends it. */
export async function sideBySide<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
