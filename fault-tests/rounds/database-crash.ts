import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../launcher/processes.ts';
import type { Product } from '../product.ts';
import type { Round } from '../round.ts';
import { startWriters } from '../writers.ts';

const CRASHES = { long: 10, short: 1 };
const AWAY_MS = 300;
/** A node that goes down has jobs and requests to end first. */
const DOWN_MS = 30_000;

/** A node that fell lets its supervisor start another; one that is merely slow to be ready again has not fallen. */
async function fallen({ nodes }: Product): Promise<string[]> {
  const looks = nodes.map(async (node) => {
    const isSettled = await until(async () => !node.isAlive() || node.isReady(), DOWN_MS);
    if (!node.isAlive()) return 'a node died';
    return isSettled ? [] : `a node is not ready again after ${DOWN_MS / 1_000} s`;
  });
  return (await Promise.all(looks)).flat();
}

/** PostgreSQL stops as in a crash and is started again, under load; the node stays. */
export const databaseCrash: Round = {
  id: 'R-02',
  title: 'crash of PostgreSQL',
  barMs: 5_000,
  nodes: 1,
  async run(product, works, length) {
    const { probe, stop } = startWriters(product, works);
    for (let n = 0; n < CRASHES[length]; n++) {
      await pause(1_500);
      probe.hold();
      await product.database.crash();
      await pause(AWAY_MS);
      await product.database.start();
      probe.release();
    }
    await pause(3_000);
    const problems = await fallen(product);
    await stop();
    const turnedAway = probe.count(503);
    if (turnedAway === 0) problems.push('nobody was told 503 while the database was away');
    return {
      rounds: CRASHES[length],
      injected: CRASHES[length],
      ...probe.outages(),
      problems: [...problems, ...probe.problems()],
      note: `other answers: ${probe.others()}`,
    };
  },
};
