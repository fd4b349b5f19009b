import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const SRC = new URL('.', import.meta.url).href;

/** A process that heeds what it is told, has one part to stop, and then does this. */
async function processThat(does: string, report: (child: ReturnType<typeof spawn>) => void = () => undefined) {
  const script = `
    import { pino } from 'pino';
    import { handleSignals } from '${SRC}signals.ts';
    import { createShutdown } from '${SRC}shutdown.ts';
    const log = pino(pino.destination({ dest: 1, sync: true }));
    const exit = (code) => process.exit(code);
    const shutdown = createShutdown({ log, exit, delay: () => Promise.resolve(), longestMs: 60_000 });
    handleSignals(process, log, shutdown);
    setInterval(() => undefined, 1_000);
    const stopped = () => new Promise((ended) => setImmediate(ended)).then(() => log.info({ event: 'part_stopped' }));
    shutdown.add('part', stopped);
    ${does}
    log.info({ event: 'up' });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => report(child));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  const lines = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, lines, events: lines.map(({ event }) => event) };
}

test.each([
  ['an error that nobody catches', `setTimeout(() => { throw new Error('Nobody caught me'); });`, 'uncaughtException'],
  ['a promise that nobody waits for', `void Promise.reject(new Error('Nobody caught me'));`, 'unhandledRejection'],
])('%s is logged with its place, and the process ends in order for its supervisor to see', async (_, does, origin) => {
  const { code, lines, events } = await processThat(does);
  expect(code).toBe(1);
  expect(lines.find(({ event }) => event === 'uncaught_exception')).toMatchObject({
    level: 60,
    origin,
    reason: 'Nobody caught me',
    stack: expect.stringContaining('Nobody caught me') as string,
  });
  expect(events.filter((event) => event !== 'up')).toEqual([
    'uncaught_exception',
    'stopping',
    'part_stopped',
    'stopped',
  ]);
});

test('what the database refused is logged without what it was asked', async () => {
  const { lines } = await processThat(`
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (otp)=(482913)' });
    void Promise.reject(Object.assign(new Error('Failed query: params: 482913', { cause }), { params: ['482913'] }));`);
  expect(lines.find(({ event }) => event === 'uncaught_exception')).toMatchObject({
    reason: 'duplicate key',
    code: '23505',
  });
  expect(JSON.stringify(lines)).not.toContain('482913');
});

test.each(['SIGTERM', 'SIGINT'] as const)('at %s the process ends in order and well', async (signal) => {
  const { code, events } = await processThat('', (child) => child.kill(signal));
  expect(code).toBe(0);
  expect(events).toEqual(['up', 'stopping', 'part_stopped', 'stopped']);
});

test('a second signal ends it where it stands', async () => {
  const hangs = `shutdown.add('what hangs', () => { process.kill(process.pid, 'SIGTERM'); return new Promise(() => undefined); });`;
  const { code, lines } = await processThat(hangs, (child) => child.kill('SIGTERM'));
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ event: 'stop_forced', hanging: ['what hangs'] });
});
