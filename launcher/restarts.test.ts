import { expect, test, vi } from 'vitest';
import { withRestarts } from './restarts.ts';
import type { Server } from './server-process.ts';

/** Servers that are told apart by their number, and what became of them. */
function servers({ broken = [] as number[] } = {}) {
  const events: string[] = [];
  const ends: ((code: number) => void)[] = [];
  const start = (): Promise<Server> => {
    const number = ends.length;
    let end: (code: number) => void = () => undefined;
    const ended = new Promise<number>((resolve) => (end = resolve));
    ends.push(end);
    events.push(`start ${number}`);
    if (broken.includes(number)) return Promise.reject(new Error('It does not parse.'));
    const stop = () => {
      events.push(`stop ${number}`);
      end(0);
      return Promise.resolve();
    };
    return Promise.resolve({ stop, ended });
  };
  return { events, start, crash: (number: number) => ends[number]?.(1) };
}

test('several changes at once are one restart, and the old server has stopped before the new one starts', async () => {
  const { events, start } = servers();
  const lines: string[] = [];
  const { restart, stop } = await withRestarts({ start, print: (line) => lines.push(line) });
  restart();
  restart();
  await vi.waitFor(() => expect(events).toEqual(['start 0', 'stop 0', 'start 1']));
  await stop();
  expect(events).toEqual(['start 0', 'stop 0', 'start 1', 'stop 1']);
  expect(lines).toEqual([]);
});

test('a server that cannot start, or ends by itself, says so and is started by the next change', async () => {
  const { events, start, crash } = servers({ broken: [0] });
  const lines: string[] = [];
  const { restart, stop } = await withRestarts({ start, print: (line) => lines.push(line) });
  expect(lines).toEqual(['It does not parse. It starts again when a file changes.']);
  restart();
  await vi.waitFor(() => expect(events).toEqual(['start 0', 'start 1']));
  crash(1);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[1]).toBe('The server ended (1). It starts again when a file changes.');
  restart();
  await vi.waitFor(() => expect(events.at(-1)).toBe('start 2'));
  await stop();
});
