import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

test('the nodes of compose.yaml believe the proxy and nobody else', () => {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
  const [, believed] = /^ {4}TRUST_PROXY: (.+)$/m.exec(text) ?? [];
  const [, proxy] = /^ {2}proxy:\n(?: {4}.*\n)*? {8}ipv4_address: (.+)$/m.exec(text) ?? [];
  expect(believed).toMatch(/^\$\{PROXY_ADDRESS:-[\d.]+\}$/);
  expect(proxy).toBe(believed);
  const address = /[\d.]+(?=\})/.exec(believed ?? '')?.[0] ?? '';
  const within = (name: string) => {
    const [, net = '', bits = ''] = new RegExp(`\\{${name}:-([\\d.]+)/(\\d+)`).exec(text) ?? [];
    const list = new BlockList();
    list.addSubnet(net, Number(bits));
    return list.check(address);
  };
  expect([within('PROXY_NETWORK'), within('PROXY_RANGE')]).toEqual([true, false]);
});

test('what compose.yaml asks of Docker Compose is said in it, and where one is told to use it', () => {
  const texts = ['compose.yaml', 'README.md', 'docs/operations.md'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  // Of all that it uses, files written into it (`content`) came last.
  expect(texts[0]).toMatch(/^configs:\n {2}\w+:\n {4}content: \|/m);
  for (const text of texts) expect(text).toMatch(/Compose\s2\.23\.1 or newer/);
});
