import fc from 'fast-check';

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

/** Texts that somewhere meant something else than themselves. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eevil',
  '\ufeff',
  '😀👩‍👩‍👧‍👦',
  'é'.normalize('NFD').repeat(50),
  '\u0d15\u0d4d\u200d',
  'ﷺ'.repeat(200),
  'İıſK',
  '\r\nBcc: x@y.example',
  '%',
  '_%\\',
  '../../etc/passwd',
  "'; drop table accounts; --",
  '$1',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '${7*7}',
  '=cmd|x!A1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'x'.repeat(300),
  'x'.repeat(10_000),
  'a'.repeat(64) + '@' + 'b'.repeat(180) + '.example',
  'xn--a',
  'xn--80ak6aa92e.example',
  `${'a.'.repeat(120)}example`,
  'a@b.example',
  '2026-02-30',
  '2026-13',
  '0000-00-00',
  '1000-01-01',
  '2999-12-31',
  '1999-12%',
  '275760-09-14',
  '-1',
  '1e309',
  '0x10',
  '٣',
  '99999999999999999999',
  '0000000001.10',
  '1,2,3',
  ',,,',
  `1${',1'.repeat(900)}`,
  '[object Object]',
  '+919876543210',
  '000000',
];

/** JSON that no form sends; as text, because some of it no value becomes. */
const ODD_JSON: readonly string[] = [
  ...ODD_TEXTS.map((text) => JSON.stringify(text)),
  ...['null', 'true', 'false', '[]', '{}', '0', '-0', '-1', '1', '1.5', '2147483647', '2147483648', '-2147483649'],
  ...['9007199254740993', '1e308', '1e999', '-1e999', '1e-400', '9'.repeat(400)],
  ...['NaN', 'Infinity', 'undefined', "'x'", '"\u0001"', '"\\ud800"', '"\\u0000"', '"\\x"'],
  ...[
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":1}',
    '{"length":-1}',
  ],
  ...[
    deep('[', ']', 30),
    deep('[', ']', 5_000),
    `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
    `[${'1,'.repeat(5_000)}1]`,
  ],
];

/** One piece of JSON, of whatever kind. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_JSON) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
);
