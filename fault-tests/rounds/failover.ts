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
  async run(desk, works, length) {
    const { replicated } = desk;
    if (replicated === undefined) throw new Error('There is no standby.');
    const { pulse, stop } = startWriters(desk, works);
    const readers = startReaders(desk);
    for (let n = 0; n < FAILOVERS[length]; n++) {
      await pause(BEFORE_MS);
      pulse.hold();
      readers.pulse.hold();
      await replicated.failOver();
      pulse.release();
      readers.pulse.release();
      await pause(BEFORE_MS);
      if (n + 1 < FAILOVERS[length]) await replicated.addStandby();
    }
    await pause(BEFORE_MS);
    await Promise.all([stop(), readers.stop()]);
    const dead = desk.nodes.filter((node) => !node.isAlive()).map(() => 'a node died');
    return {
      rounds: FAILOVERS[length],
      injected: FAILOVERS[length],
      ...pulse.outages(),
      problems: [...dead, ...pulse.problems(), ...readers.pulse.problems()],
      note: `other answers: ${pulse.others()}; ${readers.pulse.count(200)} reads were answered`,
    };
  },
};
