import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { majorOfImage, onImagesNode } from './image-node.ts';

/** A major that is not the one in front, wherever this runs. */
const OTHER = Number(process.versions.node.split('.')[0]) === 24 ? 22 : 24;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-node-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function withoutRegistry(CI: string) {
  const answer: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => answer.push(String(text)) > 0);
  const env = {
    ...process.env,
    CI,
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  };
  const counts = await onImagesNode(env, new AbortController().signal, { major: OTHER, folder });
  return { counts, output: answer.join('') };
}

describe('the Node of the image', () => {
  test('is the one that the Dockerfile names, in all its steps', () => {
    expect(majorOfImage('FROM node:24-slim AS build\nRUN x\nFROM node:24-slim\n')).toBe(24);
    expect(() => majorOfImage('FROM node:24-slim AS build\nFROM node:22-slim\n')).toThrow('one major of Node');
    expect(() => majorOfImage('FROM debian\n')).toThrow('one major of Node');
    expect(majorOfImage()).toBeGreaterThanOrEqual(24);
  });

  test('that cannot be fetched fails the run where nobody sits in front', async () => {
    const { counts } = await withoutRegistry('true');
    expect(counts).toEqual([{ passed: 0, failures: [expect.stringContaining(`Node ${OTHER}, which`) as string] }]);
  });

  test('that cannot be fetched is told to whoever sits in front, and fails nothing', async () => {
    const { counts, output } = await withoutRegistry('');
    expect(counts).toEqual([]);
    expect(output).toContain('could not be fetched');
    expect(output).toContain(`were not run on Node ${OTHER}`);
  });

  test('needs no fetching where it runs already', async () => {
    const major = Number(process.versions.node.split('.')[0]);
    expect(await onImagesNode(process.env, new AbortController().signal, { major, folder })).toEqual([]);
  });
});
