import { expect, test, vi } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { exceedsDepth } from './json-body.ts';

const nested = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`;

test.each([
  ['objects', nested('{"a":', '}', 5_000)],
  ['lists', `{"a":${nested('[', ']', 5_000)}}`],
  ['both in turn', nested('{"a":[', ']}', 5_000)],
  ['objects without an end', '{"a":'.repeat(5_000)],
  ['lists without an end', '['.repeat(200_000)],
  // To another reader of JSON the text ends with its line, and what follows are lists.
  ['lists behind a text of two lines', `["\n${'['.repeat(100_000)}`],
  ['lists behind a remark', `//"\n${'['.repeat(100_000)}`],
  ['a megabyte of lists', `{"a":${nested('[', ']', 500_000)}}`],
])('a body of deep %s is refused with 400 by whoever it comes from, and is no failure of ours', async (_, payload) => {
  const desk = await testServer();
  const failed = vi.spyOn(desk.services.log, 'error');
  for (const url of ['/api/login/', '/api/get_menu_item/']) {
    const answer = await desk.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: true });
  }
  expect(failed).not.toHaveBeenCalled();
});

test('a body of 32 levels is read, one of 33 is not', () => {
  expect(exceedsDepth(nested('[', ']', 32), 32)).toBe(false);
  expect(exceedsDepth(nested('[', ']', 33), 32)).toBe(true);
  expect(exceedsDepth('['.repeat(32) + ']'.repeat(32) + '['.repeat(32), 32)).toBe(false);
});

test.each([String.raw`{"a":"[[[\"[[[["}`, `{"a":"${'['.repeat(100)}"}`, String.raw`{"a":"\\","b":"[[[["}`])(
  'what stands in a text is no level: %s',
  (text) => {
    expect(exceedsDepth(text, 2)).toBe(false);
  },
);
