import { describe, expect, test } from 'vitest';
import { dark, light, type Token } from './tokens.ts';

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

const planes: Token[] = ['bg', 'surface', 'row-hover', 'row-selected'];
const readable: Token[] = ['text', 'muted', 'link', 'error'];

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('in the %s theme', (_, tokens: Record<Token, string>) => {
  test.each(planes.flatMap((plane) => readable.map((text) => [text, plane] as const)))(
    '%s can be read on %s',
    (text, plane) => {
      expect(contrast(tokens[text], tokens[plane])).toBeGreaterThanOrEqual(4.5);
    },
  );
  test('text on the accent can be read, also while it is pointed at', () => {
    expect(contrast(tokens['on-accent'], tokens.accent)).toBeGreaterThanOrEqual(7);
    expect(contrast(tokens['on-accent'], tokens['accent-hover'])).toBeGreaterThanOrEqual(7);
  });
  test.each(['good', 'attention', 'bad', 'quiet', 'progress', 'plan'] as const)('the %s badge holds 7:1', (tone) => {
    expect(contrast(tokens[`${tone}-text`], tokens[`${tone}-bg`])).toBeGreaterThanOrEqual(7);
  });
  test.each(['chart-1', 'chart-2', 'chart-3', 'chart-4'] as const)('%s stands out from every plane', (colour) => {
    for (const plane of planes) expect(contrast(tokens[colour], tokens[plane])).toBeGreaterThanOrEqual(4.5);
  });
  test('borders of controls and the focus ring stand out from every plane', () => {
    for (const plane of planes) {
      expect(contrast(tokens.border, tokens[plane])).toBeGreaterThanOrEqual(3);
      expect(contrast(tokens.focus, tokens[plane])).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(tokens.text, tokens.unsaved)).toBeGreaterThanOrEqual(7);
  });
});
