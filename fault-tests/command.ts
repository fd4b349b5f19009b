import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Product } from './product.ts';

/**
 * Runs a command of the built server as somebody does who operates it.
 * @throws an Error with what it said where it does not end well.
 */
export function runCommand({ main, env }: Product, name: string, args: readonly string[], url: string): Promise<void> {
  const child = spawn(process.execPath, [join(dirname(main), `${name}.js`), ...args], {
    env: { ...env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let answer = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (answer += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${name} ended with ${code}: ${answer.trim()}`));
    });
  });
}
