import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';

/** The script behind an installed command, run by this Node without a shell. */
export const commandScript = (name: string): string => join(root, 'node_modules/.bin', name);

/** `program` is this Node where it is left out. */
type How = { env?: NodeJS.ProcessEnv; signal: AbortSignal; cwd?: string; program?: string };

/** `isBackground`: it takes what others leave of the machine. */
type Quietly = How & { isBackground?: boolean };

/** Runs a program and keeps what it says. Rejects if the signal ends it. */
export async function runQuietly(
  args: string[],
  { program = process.execPath, isBackground = false, ...how }: Quietly,
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { cwd: root, ...how, stdio: ['ignore', 'pipe', 'pipe'] });
  if (isBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

/** Runs a program with this terminal. Rejects if the signal ends it. */
export async function runInForeground(args: string[], { program = process.execPath, ...how }: How): Promise<number> {
  const child = spawn(program, args, { cwd: root, ...how, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
