import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalDomain } from './canonical.ts';

test.each([
  ['Acme.Example', 'acme.example'],
  ['acme.example.', 'acme.example'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['भारत.example', 'xn--h2brj9c.example'],
  ['ａｃｍｅ．example', 'acme.example'],
  ['acme。example', 'acme.example'],
  ['ac\u00adme.example', 'acme.example'],
])('%s is %s', (text, name) => {
  expect(canonicalDomain(text)).toBe(name);
});

test('a look-alike of other letters is another domain, and is seen to be', () => {
  expect(canonicalDomain('\u0430cme.example')).toMatch(/^xn--/);
});

test.each([
  '',
  '.',
  'acme',
  '.example',
  'acme..example',
  'https://acme.example',
  '//acme.example',
  'acme.example/mail',
  String.raw`acme.example\mail`,
  'acme.example:443',
  'acme.example?a=b',
  'acme.example#a',
  'asha@acme.example',
  'ac%6de.example',
  'acme .example',
  'acme\t.example',
  'acme\n.example',
  '-acme.example',
  'acme-.example',
  'a_b.example',
  '*.example',
  '127.0.0.1',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '１２７.0.0.1',
  '[::1]',
  '::1',
  'acme.123',
  'xn--a.example',
  'xn--0.example',
  'xn--9999999999.example',
  'xn--a-yoc.example',
  // Decodes to xn--é, which is no name.
  'xn--xn---epa.example',
  'xn--bcher-kva.xn--a',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(124)}example`,
])('%j is no domain', (text) => {
  expect(canonicalDomain(text)).toBeUndefined();
});

const label = fc.stringMatching(/^[a-zA-Z0-9äöüéñ]{1,12}$/);
const someDomain = fc.tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('example', 'test', 'In'));
const someText = fc.oneof(
  someDomain.map(([labels, last]) => [...labels, last].join('.')),
  fc.domain(),
  fc.webUrl(),
  fc.ipV4(),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

test('whatever is typed, a canonical name is short lower case ASCII, and canonical itself', () => {
  fc.assert(
    fc.property(someText, (text) => {
      const name = canonicalDomain(text);
      if (name === undefined) return;
      expect(name).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(name.length).toBeLessThanOrEqual(253);
      expect(canonicalDomain(name)).toBe(name);
    }),
  );
});

test('upper case, a final dot and the composition of letters make no other domain', () => {
  fc.assert(
    fc.property(someDomain, ([labels, last]) => {
      const text = [...labels, last].join('.');
      const name = canonicalDomain(text);
      expect(name).toBeDefined();
      expect(canonicalDomain(text.toUpperCase())).toBe(name);
      expect(canonicalDomain(`${text}.`)).toBe(name);
      expect(canonicalDomain(text.normalize('NFD'))).toBe(name);
    }),
  );
});

test('no two names without a letter beyond ASCII become one', () => {
  const ascii = fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(ascii, ascii, (one, other) => {
      const [first, second] = [`${one.join('.')}.example`, `${other.join('.')}.example`];
      expect(canonicalDomain(first) === canonicalDomain(second)).toBe(first === second);
    }),
  );
});
