import { until } from '../launcher/processes.ts';
import { click } from './clicks.ts';
import type { Product } from './product.ts';
import { compare, together, type Findings, type Workload } from './acknowledged-writes.ts';

/** The work of a dead worker is taken over after its lease of 45 s and a sweep. */
const DRAIN_MS = 120_000;

/** Retries every unanswered write, long after: by then no claim of the first try holds. */
export async function clickLater(product: Product, works: readonly Workload[]): Promise<void> {
  await product.ask(`update idempotency_keys set held_at = held_at - interval '1 hour' where reply is null`);
  for (const { actions } of works) {
    for (const action of actions.filter(({ acknowledged }) => !acknowledged)) {
      const { status } = await click(product.address, action);
      if (status === 200) action.acknowledged = true;
    }
  }
}

async function waiting(works: readonly Workload[]): Promise<string[]> {
  const open = await Promise.all(works.map(async (work) => ({ name: work.name, count: await work.open() })));
  return open.flatMap(({ name, count }) => (count === 0 ? [] : [`${name}: ${count} are still not done`]));
}

/** Waits until all that was written is done outside too. */
export const drain = (works: readonly Workload[]): Promise<boolean> =>
  until(async () => (await waiting(works)).length === 0, DRAIN_MS, 500);

/** Compares what is there, here and at the external services, with what was acknowledged. */
export async function compared(works: readonly Workload[]): Promise<Findings> {
  const found = await Promise.all(
    works.map(async (work) => {
      const half = await work.torn();
      return together([compare(work, await work.look()), { lost: [], doubled: [], half }]);
    }),
  );
  return together([...found, { lost: [], doubled: [], half: await waiting(works) }]);
}
