import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../launcher/processes.ts';
import type { Round } from '../round.ts';
import { startWriters } from '../writers.ts';

const KILLS = { long: 100, short: 5 };
/** So many successes show that the writers are at it again. */
const WARM = 5;
const WARM_MS = 20_000;

/** `kill -9` in the middle of writes, at no particular moment; a supervisor starts the node again. */
export const serverKilled: Round = {
  id: 'R-01',
  title: 'kill -9 of the server',
  barMs: 10_000,
  nodes: 1,
  async run(product, works, length) {
    const { probe, stop } = startWriters(product, works);
    for (let n = 0; n < KILLS[length]; n++) {
      const successes = probe.count(200);
      await until(() => probe.count(200) >= successes + WARM, WARM_MS, 10);
      await pause(randomInt(150, 650));
      for (const node of product.nodes) {
        await node.kill();
        await node.start();
      }
    }
    await pause(500);
    await stop();
    const kills = KILLS[length];
    const message = { rounds: kills, injected: kills, ...probe.outages(), problems: probe.problems() };
    return { ...message, note: `other answers: ${probe.others()}` };
  },
};
