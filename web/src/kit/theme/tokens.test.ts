import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const styles = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const pairs = [...styles.matchAll(/--desk-([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)];
/** The colour that a theme has under a name. */
const themeOf = (side: 2 | 3) => {
  const colours = new Map(pairs.map((pair) => [pair[1], pair[side]]));
  return (name: string): string => {
    const colour = colours.get(name);
    if (colour === undefined) throw new Error(`There is no colour ${name}.`);
    return colour;
  };
};

test('each token is a colour in both themes', () => {
  expect(pairs.length).toBe([...styles.matchAll(/--desk-/g)].length);
});

const channel = (hex: string) => {
  const share = Number.parseInt(hex, 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const luminance = (colour: string) =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7));
const contrast = (a: string, b: string) => {
  const [dim, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
};

const planes = ['bg', 'surface', 'row-hover', 'row-selected'];
const readable = ['text', 'muted', 'link', 'error'];

describe.each([
  ['light', themeOf(2)],
  ['dark', themeOf(3)],
] as const)('in the %s theme', (_, colour) => {
  test.each(planes.flatMap((plane) => readable.map((text) => [text, plane] as const)))(
    '%s can be read on %s',
    (text, plane) => {
      expect(contrast(colour(text), colour(plane))).toBeGreaterThanOrEqual(4.5);
    },
  );
  test('text on the accent can be read, also while it is pointed at', () => {
    expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(7);
    expect(contrast(colour('on-accent'), colour('accent-hover'))).toBeGreaterThanOrEqual(7);
  });
  test.each(['good', 'attention', 'bad', 'quiet', 'progress', 'plan'] as const)('the %s badge holds 7:1', (tone) => {
    expect(contrast(colour(`${tone}-text`), colour(`${tone}-bg`))).toBeGreaterThanOrEqual(7);
  });
  test.each(['chart-1', 'chart-2', 'chart-3', 'chart-4'] as const)('%s stands out from every plane', (chart) => {
    for (const plane of planes) expect(contrast(colour(chart), colour(plane))).toBeGreaterThanOrEqual(4.5);
  });
  test('borders of controls and the focus ring stand out from every plane', () => {
    for (const plane of planes) {
      expect(contrast(colour('border'), colour(plane))).toBeGreaterThanOrEqual(3);
      expect(contrast(colour('focus'), colour(plane))).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(colour('text'), colour('unsaved'))).toBeGreaterThanOrEqual(7);
  });
});
