import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Run {
  child: ChildProcess;
  /** Its exit code, or null after a signal, and all that it said. */
  ended: Promise<{ code: number | null; output: string }>;
}

/**
 * Commands of `server/src` as they are shipped, bundled once for a test file: their processes start quickly, and can be
 * killed.
 */
export function shipped(...entries: string[]) {
  const cache = at('../../../node_modules/.cache');
  let folder = '';
  beforeAll(async () => {
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'desk-shipped-'));
    symlinkSync(at('../../migrations'), join(folder, 'migrations'));
    await build({
      entryPoints: entries.map((entry) => at(`../${entry}`)),
      outdir: folder,
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      packages: 'external',
      alias: { '@desk/contract': at('../../../contract/src') },
      logLevel: 'silent',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts one with these settings and no others. */
  return (name: string, args: string[], env: Record<string, string>): Run => {
    const child = spawn(process.execPath, [join(folder, `${name}.mjs`), ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let answer = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, output: answer })),
    );
    return { child, ended };
  };
}
