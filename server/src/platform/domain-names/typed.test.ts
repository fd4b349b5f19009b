import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedDomain } from './typed.ts';

test.each([
  ['Acme.Example', 'acme.example'],
  ['  acme.example. ', 'acme.example'],
  ['http://acme.example', 'acme.example'],
  ['HTTPS://user:secret@Acme.Example:8443/a/b?c=d@e.example#f', 'acme.example'],
  ['//acme.example/', 'acme.example'],
  ['acme.example/contact', 'acme.example'],
  ['www.acme.example', 'acme.example'],
  ['https://www.Acme.example', 'acme.example'],
  ['WWW.भारत.example', 'xn--h2brj9c.example'],
  ['www.example', 'www.example'],
  ['www2.acme.example', 'www2.acme.example'],
  ['acme.example?from=mail', 'acme.example'],
  ['acme.example:443', 'acme.example'],
  ['asha@acme.example', 'acme.example'],
  ['mailto:asha@acme.example', 'acme.example'],
  ['ftp://ftp.acme.example', 'ftp.acme.example'],
  ['भारत.example', 'xn--h2brj9c.example'],
  ['почта.example', 'xn--80a1acny.example'],
  ['東京tokyo.example', 'xn--tokyo-w91hq39l.example'],
])('%j is %s', (text, domain) => {
  expect(typedDomain(text)).toBe(domain);
});

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['an IP address', '192.0.2.7'],
  ['an IP address in a URL', 'http://192.0.2.7/'],
  ['an IP address as one number', 'http://3221225991/'],
  ['an IPv6 address', 'http://[2001:db8::1]/'],
  ['an IPv4 address in IPv6', '[::ffff:7f00:1]'],
  ['one label', 'localhost'],
  ['one label with a port', 'http://localhost:3000'],
  ['a label of 64 letters', `${'a'.repeat(64)}.example`],
  ['a name that is too long', `${'a.'.repeat(130)}example`],
  ['a path without a host', 'https:///etc/passwd'],
  ['a climbing path', 'a.b/../'.replace('a.b', '..')],
  ['two names', 'acme.example beta.example'],
  ['NUL', 'acme\0.example'],
  ['a Cyrillic letter among Latin ones', '\u0430cme.example'],
  ['the same written in ASCII', 'xn--cme-7cd.example'],
  ['Greek among Cyrillic ones', '\u043f\u03bf\u0447\u0442\u0430.example'],
  ['a whole book', 'acme.example/'.repeat(200)],
])('%s is no domain', (_what, text) => {
  expect(typedDomain(text)).toBeUndefined();
});

test('around a domain there may be a scheme, a user, a port and a path; it stays the same', () => {
  const around = fc.record({
    scheme: fc.constantFrom('', 'http://', 'https://', '//'),
    user: fc.constantFrom('', 'asha@', 'asha:secret@'),
    port: fc.constantFrom('', ':80', ':65535'),
    path: fc.constantFrom('', '/', '/a@b/c', '?q=x.example', '#top'),
  });
  fc.assert(
    fc.property(fc.domain(), around, (domain, { scheme, user, port, path }) => {
      expect(typedDomain(`${scheme}${user}${domain}${port}${path}`)).toBe(typedDomain(domain));
    }),
  );
});
