import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { access } from '../../contract/src/access.ts';
import { click } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Workload } from '../acknowledged-writes.ts';
import { nginxMissing } from '../nginx.ts';
import { startProbe, type Probe } from '../probe.ts';
import type { Round } from '../round.ts';

const STOPS = { long: 100, short: 10 };
/** So many at once, at most. */
const BURST = 24;
/** One of so many writes; the others only ask, without a key for which a proxy might ask again. */
const WRITES = 5;
const LONGEST_REST_MS = 400;
const LONGEST_PAUSE_MS = 1_000;

/** Many at the same moment, then nothing for a while: connections are kept, forgotten and made anew. */
function startBursts({ address, tokens, isClosed }: Product, comments: Workload) {
  const probe = startProbe();
  const state = { isOver: false };
  const ask = async (token: string): Promise<void> => {
    const answer = await click(address, { path: access.checkSession.path, body: {}, token });
    probe.record(access.checkSession.path, answer, token);
  };
  const write = async (token: string): Promise<void> => {
    const action = await comments.next(token);
    if (action === undefined) throw new Error('There is nothing to comment on.');
    comments.actions.push(action);
    const answer = await click(address, action);
    action.acknowledged = answer.status === 200;
    probe.record(action.path, answer, token);
  };
  const one = async (n: number): Promise<void> => {
    const token = tokens[n % tokens.length] ?? '';
    await (n % WRITES === 0 ? write(token) : ask(token));
  };
  const bursting = (async () => {
    while (!state.isOver && !isClosed()) {
      await Promise.all(Array.from({ length: randomInt(1, BURST + 1) }, (_, n) => one(n)));
      await pause(randomInt(LONGEST_REST_MS));
    }
  })();
  return {
    probe,
    stop: async (): Promise<void> => {
      state.isOver = true;
      await bursting;
    },
  };
}

/** A busy machine may tell somebody to come again (503); these are nobody's wish. */
const dropped = ({ count }: Probe): number => count(502) + count(504) + count('broken') + count('hung');

/** R-08, behind the documented nginx: nodes are stopped and started under bursts, and nobody notices. */
export const nginxRestart: Round = {
  id: 'R-08c',
  title: 'rolling restart behind the documented nginx, under bursts',
  barMs: 4_000,
  nodes: 2,
  proxy: 'nginx',
  missing: nginxMissing,
  async run(product, works, length) {
    const comments = works.find(({ name }) => name === 'comments');
    if (!comments) throw new Error('There is no such work.');
    const { probe, stop } = startBursts(product, comments);
    const dropping: number[] = [];
    for (let n = 1; n <= STOPS[length]; n++) {
      const node = product.nodes[n % product.nodes.length];
      const before = dropped(probe);
      await node?.stop();
      await node?.start();
      await pause(randomInt(LONGEST_PAUSE_MS));
      if (dropped(probe) > before) dropping.push(n);
    }
    await stop();
    return {
      rounds: 1,
      injected: STOPS[length],
      ...probe.outages(),
      problems: [
        ...(dropping.length === 0 ? [] : [`requests failed (${probe.others()}) at the stops ${dropping.join(', ')}`]),
        ...probe.problems(),
      ],
      note: `${probe.count(200)} requests were answered, ${probe.count(503)} were told to come again`,
    };
  },
};
