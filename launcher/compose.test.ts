import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

test('what compose.yaml asks of Docker Compose is said in it, and where one is told to use it', () => {
  const texts = ['compose.yaml', 'README.md', 'docs/operations.md'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  // Of all that it uses, files written into it (`content`) came last.
  expect(texts[0]).toMatch(/^configs:\n {2}\w+:\n {4}content: \|/m);
  for (const text of texts) expect(text).toMatch(/Compose\s2\.23\.1 or newer/);
});
