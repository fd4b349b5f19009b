import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
const styles = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path: relative(SOURCE, join(SOURCE, path)), text: readFileSync(join(SOURCE, path), 'utf8') }));

/** What shows that time passes: it takes as long as that. */
const SHOWS_TIME = [
  'kit/button/loader.module.css: animation: turn 1.2s linear infinite',
  'kit/feedback/toaster.module.css: animation: leaving 30s linear forwards',
];

/** Declarations that move something otherwise than by the token; a step is no motion, and none at all is none. */
const otherMotion = ({ path, text }: (typeof styles)[number]): string[] =>
  [...text.matchAll(/(?:^|[\s;{])((?:transition|animation)(?:-duration|-timing-function)?:\s*[^;}]+)/g)]
    .map(([, declaration = '']) => declaration.replaceAll(/\s+/g, ' '))
    .filter((declaration) => !/var\(--desk-motion\)|step-(?:start|end)|: (?:none|0s)\b/.test(declaration))
    .map((declaration) => `${path}: ${declaration}`)
    .filter((found) => !SHOWS_TIME.includes(found));

test('what moves does so on one curve, by the token', () => {
  expect(styles.flatMap(otherMotion)).toEqual([]);
});

test('the token lasts 120 ms at most', () => {
  const tokens = styles.find(({ path }) => path === 'kit/theme/motion.css')?.text ?? '';
  const [, milliseconds] = /--desk-motion: (\d+)ms cubic-bezier\([\d., ]+\);/.exec(tokens) ?? [];
  expect(Number(milliseconds)).toBeLessThanOrEqual(120);
});

test('who wants less motion has none', () => {
  const page = styles.find(({ path }) => path === 'app/page.css')?.text ?? '';
  expect(page).toMatch(
    /prefers-reduced-motion[\s\S]+transition-duration: 0s !important;\s+animation-duration: 0s !important;/,
  );
});

test('a motion of its own is seen', () => {
  const found = otherMotion({
    path: 'x.css',
    text: '.a { transition: opacity 300ms ease; animation: b 1s; color: red }',
  });
  expect(found).toEqual(['x.css: transition: opacity 300ms ease', 'x.css: animation: b 1s']);
});
