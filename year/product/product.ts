import { makeNode, type NodeOptions } from './node.ts';
import type { Turn } from './turned-clock.ts';

export interface ProductOptions extends NodeOptions {
  /** How many server processes share the database. */
  readonly nodes?: number;
}

/** What rests a moment within one turn of the clock is looked at so often; what rests longer waits for the next turn. */
const MOST_ROUNDS = 12;

const turnTo = (to: number): Turn => ({ to, machine: Date.now() });

/** The product: server processes whose clocks are turned from here. The first that runs has the crontab, and is the one that is killed. */
export function makeProduct({ nodes: count = 1, ...options }: ProductOptions) {
  const first = makeNode(options);
  const nodes = [first, ...Array.from({ length: count - 1 }, () => makeNode(options))];
  const running = () => nodes.filter((node) => node.isRunning());
  let turned = turnTo(0);
  let requests = 0;

  /** Of all that run; whatever one says, the others have ended what they do. */
  async function all(ask: (node: typeof first) => Promise<number>): Promise<number> {
    const answers = await Promise.allSettled(running().map(ask));
    const failed = answers.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return answers.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
  }

  return {
    /** Requests go to one node after the other, as what stands before several gives them. */
    address: (): string => {
      const there = running();
      return (there[(requests += 1) % there.length] ?? first).address();
    },
    start: async (at: number): Promise<void> => {
      turned = turnTo(at);
      await Promise.all(nodes.map((node) => node.start(turned)));
    },
    turn: async (to: number): Promise<void> => {
      turned = turnTo(to);
      await all((node) => node.ask({ do: 'turn', turn: turned }));
    },
    /** Until nothing is left that is due by the clock; with `scheduled` what the crontab would have begun meanwhile as well. */
    work: async (how: 'scheduled' | 'due' = 'due'): Promise<void> => {
      const isScheduled = how === 'scheduled';
      const [leader] = running();
      if (!leader) return;
      await leader.ask({ do: 'crontab', isAll: isScheduled });
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        await leader.ask({ do: 'due', isAll: isScheduled && round === 0 });
        if ((await all((node) => node.ask({ do: 'queue' }))) === 0) return;
      }
    },
    /** `kill -9` of one node; the others live. */
    kill: first.kill,
    /** With the clock of the others. */
    restart: (): Promise<void> => first.start(turned),
    stop: async (): Promise<void> => {
      await Promise.all(nodes.map(({ kill }) => kill()));
    },
  };
}
