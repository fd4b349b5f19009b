import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { create, Font } from 'fontkit';

export type Weight = 'regular' | 'semibold';

interface FontFile {
  /** Parsed once: each document that parses it anew takes a quarter of a second. */
  readonly font: Font;
  readonly covers: ReadonlySet<number>;
}

const { resolve } = createRequire(import.meta.url);

function fontFile(parse: typeof create, name: string): FontFile {
  const font = parse(readFileSync(resolve(`@expo-google-fonts/noto-sans/${name}`)));
  if (!('characterSet' in font)) throw new Error(`${name} is a collection of fonts`);
  return { font, covers: new Set(font.characterSet) };
}

type FontFiles = Readonly<Record<Weight, FontFile>>;

async function readFontFiles(): Promise<FontFiles> {
  const library = await import('fontkit');
  return {
    regular: fontFile(library.create, '400Regular/NotoSans_400Regular.ttf'),
    semibold: fontFile(library.create, '600SemiBold/NotoSans_600SemiBold.ttf'),
  };
}

let read: Promise<FontFiles> | undefined;

/** Noto Sans: Latin, Greek, Cyrillic, Devanagari and signs of currencies. Read when the first document is written. */
export const fontFiles = (): Promise<FontFiles> =>
  (read ??= readFontFiles().catch((error: unknown) => {
    // The next document tries again.
    read = undefined;
    throw error;
  }));

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
