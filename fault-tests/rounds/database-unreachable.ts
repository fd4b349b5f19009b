import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionMode } from '../faulty-connection.ts';
import type { Round } from '../round.ts';
import { startWriters } from '../writers.ts';

const TIMES = { long: 5, short: 1 };
const ANSWER_MS = 3_000;
/** Long enough for what hangs to be given up by its client. */
const AWAY: readonly [mode: ConnectionMode, ms: number][] = [
  ['refuse', 4_000],
  ['silent', 12_000],
];

/** the connection to PostgreSQL is cut, or goes silent. */
export const databaseUnreachable: Round = {
  id: 'R-03',
  title: 'PostgreSQL out of reach',
  barMs: 5_000,
  nodes: 1,
  async run(product, works, length) {
    const { probe, stop } = startWriters(product, works);
    const { line } = product.database;
    const problems: string[] = [];
    for (let n = 0; n < TIMES[length]; n++) {
      for (const [mode, away] of AWAY) {
        await pause(1_500);
        probe.hold();
        await line.become(mode);
        await pause(away);
        await line.become('pass');
        probe.release();
        // Requests that hung meanwhile are answered now.
        await pause(1_500);
        const slowest = probe.slowest();
        if (slowest > ANSWER_MS) problems.push(`${mode}: an answer took ${Math.round(slowest)} ms`);
      }
    }
    await pause(1_500);
    await stop();
    return {
      rounds: TIMES[length],
      injected: TIMES[length] * AWAY.length,
      ...probe.outages(),
      problems: [...problems, ...probe.problems()],
      note: `other answers: ${probe.others()}`,
    };
  },
};
