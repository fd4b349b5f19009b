import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasDuplicateKeys } from './json-body.ts';

test.each([
  '{"email":"a","email":"b"}',
  String.raw`{"email":"a","\u0065mail":"b"}`,
  '{"formData":{"a":1,"b":[{"c":1,"c":2}]}}',
  '{"a":{},"b":1,"a":2}',
])('%s names a field twice', (text) => {
  expect(hasDuplicateKeys(text)).toBe(true);
});

test('no text that JSON.stringify writes does', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => !hasDuplicateKeys(JSON.stringify(value))));
});

test('whatever an object holds, one of its fields named once more is seen', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
  fc.assert(
    fc.property(objects, (object) => {
      const [name = ''] = Object.keys(object);
      expect(hasDuplicateKeys(`${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:1}`)).toBe(true);
    }),
  );
});
