type Running = { text: string; begin: number };

const running = new Set<Running>();
let ticking: NodeJS.Timeout | undefined;

const lasts = ({ begin }: Running): string => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
const CLEAR = '\r\u001B[K';

/** Draws the running work into the one line that a terminal can redraw. */
function draw(): void {
  const line = [...running].map((one) => `${one.text} … ${lasts(one)}`).join(', ');
  process.stdout.write(`${CLEAR}${line.slice(0, (process.stdout.columns || 80) - 1)}`);
}

function begin(one: Running, live: boolean): void {
  running.add(one);
  if (!live) process.stdout.write(`${one.text} …\n`);
  else {
    draw();
    ticking ??= setInterval(draw, 500);
  }
}

function end(one: Running, live: boolean, how: string): void {
  running.delete(one);
  if (running.size === 0) {
    clearInterval(ticking);
    ticking = undefined;
  }
  process.stdout.write(`${live ? CLEAR : ''}${one.text}: ${how} (${lasts(one)})\n`);
}

/**
 * Runs a piece of work behind a line that shows it is alive: counting on a terminal, two plain lines elsewhere. Several may
 * run at once. `text` reads as "Building the web app".
 */
export async function withProgress<T>(text: string, work: () => Promise<T>): Promise<T> {
  const one = { text, begin: performance.now() };
  const live = process.stdout.isTTY;
  begin(one, live);
  try {
    const result = await work();
    end(one, live, 'done');
    return result;
  } catch (error) {
    end(one, live, 'failed');
    throw error;
  }
}
