interface Waiting<V> {
  readonly answer: Promise<V | undefined>;
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
}

function waitingFor<V>(): Waiting<V> {
  let settle: Omit<Waiting<V>, 'answer'> | undefined;
  const answer = new Promise<V | undefined>((resolve, reject) => (settle = { resolve, reject }));
  return { answer, ...(settle as unknown as Omit<Waiting<V>, 'answer'>) };
}

/**
 * Looks up keys together that are asked for at the same time: what comes while an earlier question is on its way goes with the next one.
 * So each answer was read after it was asked for, as if each key were asked for alone, and a busy server asks less often.
 * @param load values by key; a key that it leaves out has none. What it throws, each of its keys gets.
 */
export function batched<K, V>(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {
  let next = new Map<K, Waiting<V>>();
  let isBusy = false;

  const ask = async (): Promise<void> => {
    const asked = next;
    next = new Map();
    try {
      const values = await load([...asked.keys()]);
      for (const [key, { resolve }] of asked) resolve(values.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
    if (next.size > 0) void ask();
    else isBusy = false;
  };

  return (key: K): Promise<V | undefined> => {
    const waiting = next.get(key) ?? waitingFor<V>();
    next.set(key, waiting);
    if (!isBusy) {
      isBusy = true;
      // What has come in the same turn of the loop goes along.
      setImmediate(() => void ask());
    }
    return waiting.answer;
  };
}
