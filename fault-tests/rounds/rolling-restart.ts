import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../launcher/processes.ts';
import type { Round } from '../round.ts';
import { startReaders, startWriters } from '../writers.ts';

const TIMES = { long: 5, short: 1 };
/** The proxy looks twice a second. */
const NOTICED_MS = 1_200;

/** R-08, second half: each node is stopped and started in its turn, and nobody notices. */
export const rollingRestart: Round = {
  id: 'R-08b',
  title: 'rolling restart of two nodes',
  barMs: 2_000,
  nodes: 2,
  async run(product, works, length) {
    const { probe, stop } = startWriters(product, works);
    const readers = startReaders(product);
    for (let n = 0; n < TIMES[length]; n++) {
      for (const node of product.nodes) {
        await pause(1_000);
        await node.stop();
        await node.start();
        await until(() => node.isReady(), 10_000);
        await pause(NOTICED_MS);
      }
    }
    await Promise.all([stop(), readers.stop()]);
    const failed = [probe, readers.probe].map((one) => one.others()).filter((others) => others !== 'none');
    return {
      rounds: TIMES[length],
      injected: TIMES[length] * product.nodes.length,
      ...probe.outages(),
      problems: [
        ...(failed.length === 0 ? [] : [`requests failed: ${failed.join(', ')}`]),
        ...probe.problems(),
        ...readers.probe.problems(),
      ],
      note: `${readers.probe.count(200)} reads were answered`,
    };
  },
};
