import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'semibold';

interface FontFile {
  /** Parsed once: each document that parses it anew takes a quarter of a second. */
  readonly font: Font;
  readonly covers: ReadonlySet<number>;
}

const { resolve } = createRequire(import.meta.url);

function fontFile(name: string): FontFile {
  const font = create(readFileSync(resolve(`@expo-google-fonts/noto-sans/${name}`)));
  if (!('characterSet' in font)) throw new Error(`${name} is a collection of fonts`);
  return { font, covers: new Set(font.characterSet) };
}

let read: Readonly<Record<Weight, FontFile>> | undefined;

/** Noto Sans: Latin, Greek, Cyrillic, Devanagari and signs of currencies. Read when the first document is written. */
export const fontFiles = (): Readonly<Record<Weight, FontFile>> =>
  (read ??= {
    regular: fontFile('400Regular/NotoSans_400Regular.ttf'),
    semibold: fontFile('600SemiBold/NotoSans_600SemiBold.ttf'),
  });

/** Joiners and the like: a font that lacks them draws nothing for them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const UNKNOWN = '?';

/** A text as the font can draw it: a sign that it lacks is a question mark, not an empty box. */
export const drawable = (text: string, { covers }: FontFile): string =>
  Array.from(text.normalize('NFC'), (sign) => {
    if (covers.has(sign.codePointAt(0) ?? 0) || /\s/u.test(sign)) return sign;
    return UNSEEN.test(sign) ? '' : UNKNOWN;
  }).join('');

const OF_ONE_SCRIPT = /[\p{Script=Devanagari}\u200c\u200d]+|[^\p{Script=Devanagari}\u200c\u200d]+/gu;

/** Parts of a text whose signs are joined by one script's rules. */
export const scriptRuns = (text: string): readonly string[] => text.match(OF_ONE_SCRIPT) ?? [];
