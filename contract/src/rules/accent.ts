/** The accent of an installation: one colour of its brand, from which those of both themes follow. */

type Colour = readonly [red: number, green: number, blue: number];

const WHITE: Colour = [255, 255, 255];
/** The text on an accent in the dark theme. */
const INK: Colour = [18, 21, 46];
/** The lightest plane of the dark theme on which an accent stands. */
const DARK_PLANE: Colour = [38, 44, 82];
const READABLE = 4.5;
const STEPS = 20;

/** Where an installation sets nothing else; the stylesheets of the web app have it already. */
export const STANDARD_ACCENT = '#3a48c4';

const colourOf = (hex: string): Colour => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
};
const hexOf = (colour: Colour): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
const between = (from: Colour, to: Colour, share: number): Colour => {
  const mixed = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
  return [mixed(0), mixed(1), mixed(2)];
};

const luminance = (colour: Colour): number => {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
};
const contrast = (a: Colour, b: Colour): number => {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
};

/** Whether white text on it can be read, and it on white: WCAG 1.4.3. */
export const isAccent = (text: string): boolean =>
  /^#[\da-f]{6}$/i.test(text) && contrast(colourOf(text), WHITE) >= READABLE;

/** The colour made lighter until it can be read on the dark theme, and dark text on it. */
function onDark(colour: Colour): Colour {
  for (let step = 0; step <= STEPS; step += 1) {
    const lighter = between(colour, WHITE, step / STEPS);
    if (contrast(lighter, DARK_PLANE) >= READABLE && contrast(lighter, INK) >= READABLE) return lighter;
  }
  return WHITE;
}

/** Lighter planes and links of the light theme ask for a little more than white does. */
const LIGHT_PLANE: Colour = [232, 235, 255];
function onLight(colour: Colour): Colour {
  for (let step = 0; step <= STEPS; step += 1) {
    const darker = between(colour, INK, step / STEPS);
    if (contrast(darker, LIGHT_PLANE) >= READABLE) return darker;
  }
  return INK;
}

/** The stylesheet that puts an accent in the place of the standard one. It says `:root` twice, so that its place in the page does not matter. */
export function accentStyles(accent: string): string {
  const own = colourOf(accent);
  const pair = (light: Colour, dark: Colour) => `light-dark(${hexOf(light)}, ${hexOf(dark)})`;
  const dark = onDark(own);
  return [
    ':root:root {',
    `  --desk-accent: ${pair(own, dark)};`,
    `  --desk-accent-hover: ${pair(between(own, INK, 0.2), between(dark, WHITE, 0.2))};`,
    `  --desk-on-accent: ${pair(WHITE, INK)};`,
    `  --desk-link: ${pair(onLight(own), dark)};`,
    '}',
    '',
  ].join('\n');
}
