import { buildWithBug } from '../fault-tests/build-with-bug.ts';
import { makeProduct } from '../year/product/product.ts';
import type { StartServer } from './product.ts';

const ENTRY = 'year/product/process.ts';
const WORKERS = 2;

/**
 * The product's server with a clock that the test turns: what customers are sent goes out in working hours alone, and a test is run at any.
 * Its jobs are worked off when they are asked for; `work` is what its crontab would have begun as well.
 * @param begins milliseconds since 1970
 */
export function turnedServer(begins: number) {
  let product: ReturnType<typeof makeProduct> | undefined;
  let time = begins;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (one: (running: ReturnType<typeof makeProduct>) => Promise<void>): Promise<void> => {
    if (!product) throw new Error('The server does not run.');
    const running = product;
    last = last.catch(() => undefined).then(() => one(running));
    return last;
  };
  const start: StartServer = async (env) => {
    const { main, remove } = await buildWithBug({ changes: [] }, ENTRY);
    product = makeProduct({ main, env: { ...env, YEAR_PORT: env['PORT'] }, workers: WORKERS });
    await product.start(time);
    const soon = setInterval(() => void inTurn((running) => running.work()).catch(() => undefined), 500);
    return async () => {
      clearInterval(soon);
      await last.catch(() => undefined);
      await product?.kill();
      remove();
    };
  };
  return {
    start,
    now: () => time,
    turn: (to: number): Promise<void> => {
      time = Math.max(time, to);
      return inTurn((running) => running.turn(time));
    },
    work: (): Promise<void> => inTurn((running) => running.work('scheduled')),
  };
}
