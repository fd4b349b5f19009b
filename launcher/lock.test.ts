import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder } from './lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that looks like another launcher. */
async function otherLauncher(script = 'launcher/start.ts'): Promise<{ pid: number; end: () => Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => 0, 1000)', script]);
  await once(child.stdout, 'data');
  return {
    pid: Number(child.pid),
    end: async () => {
      child.kill('SIGKILL');
      return once(child, 'exit');
    },
  };
}

describe('the data folder', () => {
  test('belongs to one launcher at a time, and is free again when that one is gone', async () => {
    const other = await otherLauncher();
    writeFileSync(join(folder, 'launcher.lock'), String(other.pid));
    const sentence = `Reseller Desk is already running on this data folder (process ${other.pid}).`;
    await expect(lockDataFolder(folder)).rejects.toThrow(sentence);
    await other.end();
    const { unlock, wasLeft } = await lockDataFolder(folder);
    expect(wasLeft).toBe(true);
    expect(readFileSync(join(folder, 'launcher.lock'), 'utf8')).toBe(String(process.pid));
    unlock();
    const again = await lockDataFolder(folder);
    expect(again.wasLeft).toBe(false);
    again.unlock();
  });

  test.each(['start', 'dev', 'bench'])('is refused while npm run %s has it', async (command) => {
    const other = await otherLauncher(`launcher/${command}.ts`);
    writeFileSync(join(folder, 'launcher.lock'), String(other.pid));
    await expect(lockDataFolder(folder)).rejects.toThrow(/already running on this data folder/);
    await other.end();
  });

  test('is waited for while the one that has it is just ending', async () => {
    const other = await otherLauncher();
    writeFileSync(join(folder, 'launcher.lock'), `${other.pid} ending`);
    const locked = lockDataFolder(folder);
    // Longer than somebody waits who is not told so.
    await pause(4_000);
    await other.end();
    (await locked).unlock();
  });

  test('is not blocked by an unrelated process that got the number of a dead launcher', async () => {
    writeFileSync(join(folder, 'launcher.lock'), String(process.ppid));
    (await lockDataFolder(folder)).unlock();
  });

  test('that cannot be made is refused with one sentence', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(lockDataFolder(join(folder, 'file', 'data'))).rejects.toThrow(/^The data folder .* cannot be written/);
  });
});
