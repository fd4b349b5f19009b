import { setTimeout as pause } from 'node:timers/promises';
import type { Round } from '../round.ts';
import { startReaders, startWriters } from '../writers.ts';

const FAILOVERS = { long: 3, short: 1 };
const BEFORE_MS = 3_000;

/** the primary is gone as in a crash, its standby is promoted under load, and gets a standby of its own. */
export const failover: Round = {
  id: 'R-20',
  title: 'failover to a standby',
  barMs: 2_000,
  nodes: 2,
  topology: 'replicated',
  async run(product, works, length) {
    const { replicated } = product;
    if (replicated === undefined) throw new Error('There is no standby.');
    const { probe, stop } = startWriters(product, works);
    const readers = startReaders(product);
    for (let n = 0; n < FAILOVERS[length]; n++) {
      await pause(BEFORE_MS);
      probe.hold();
      readers.probe.hold();
      await replicated.failOver();
      probe.release();
      readers.probe.release();
      await pause(BEFORE_MS);
      if (n + 1 < FAILOVERS[length]) await replicated.addStandby();
    }
    await pause(BEFORE_MS);
    await Promise.all([stop(), readers.stop()]);
    const dead = product.nodes.filter((node) => !node.isAlive()).map(() => 'a node died');
    return {
      rounds: FAILOVERS[length],
      injected: FAILOVERS[length],
      ...probe.outages(),
      problems: [...dead, ...probe.problems(), ...readers.probe.problems()],
      note: `other answers: ${probe.others()}; ${readers.probe.count(200)} reads were answered`,
    };
  },
};
