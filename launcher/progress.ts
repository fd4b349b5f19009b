const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a piece of work behind a line that shows it is alive: counting on a terminal, two plain lines elsewhere.
 * `text` reads as "Building the web app".
 */
export async function withProgress<T>(text: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const live = process.stdout.isTTY;
  process.stdout.write(live ? `${text} …` : `${text} …\n`);
  const ticking = live ? setInterval(() => process.stdout.write(`\r${text} … ${seconds(begin)}`), 500) : undefined;
  const end = (how: string): boolean =>
    process.stdout.write(`${live ? '\r' : ''}${text}: ${how} (${seconds(begin)})\n`);
  try {
    const result = await work();
    end('done');
    return result;
  } catch (error) {
    end('failed');
    throw error;
  } finally {
    clearInterval(ticking);
  }
}
