const steps: { name: string; ms: number }[] = [];

/** Does a step of a run, and keeps how long it took. */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    steps.push({ name, ms: performance.now() - began });
  }
}

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`;

/** What the steps took so far, in a line. */
export const stepTimes = (): string =>
  steps.length === 0 ? '' : `Took: ${steps.map(({ name, ms }) => `${name} ${minutes(ms)}`).join(', ')}.\n`;
