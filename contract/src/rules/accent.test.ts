import { expect, test } from 'vitest';
import { accentStyles, isAccent, STANDARD_ACCENT } from './accent.ts';

test.each([STANDARD_ACCENT, '#0B7285', '#b3141f', '#000000', '#0b5a33'])('%s can be an accent', (colour) => {
  expect(isAccent(colour)).toBe(true);
});

test.each(['#ffffff', '#ffcc00', '#7b8794', '#fff', '3a48c4', '#3a48c4;', 'red', ''])('%j can be none', (colour) => {
  expect(isAccent(colour)).toBe(false);
});

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string) => {
  const [dim = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
};

test.each([STANDARD_ACCENT, '#0b7285', '#b3141f', '#000000', '#767676'])(
  'what follows from %s can be read in both themes',
  (colour) => {
    const styles = accentStyles(colour);
    const pairOf = (name: string) => {
      const found = new RegExp(`--desk-${name}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(styles);
      return [found?.[1] ?? '', found?.[2] ?? ''] as const;
    };
    const [text, accent, hover, link] = [pairOf('on-accent'), pairOf('accent'), pairOf('accent-hover'), pairOf('link')];
    const [light, dark] = [
      ['#ffffff', '#f6f7f9', '#f1f4f9', '#e8ebff'],
      ['#14171c', '#1a1e25', '#222831', '#262c52'],
    ];
    for (const theme of [0, 1] as const) {
      expect(contrast(text[theme], accent[theme])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text[theme], hover[theme])).toBeGreaterThanOrEqual(4.5);
      for (const plane of theme === 0 ? light : dark) expect(contrast(link[theme], plane)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(accent[0], '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(accent[1], '#14171c')).toBeGreaterThanOrEqual(4.5);
  },
);
