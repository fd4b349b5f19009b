const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const fromHex = (hex: string): string =>
  String.fromCodePoint(...(hex.match(/[\da-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** The texts of a font's glyphs, by their number. */
const glyphTexts = (cmap: string): ReadonlyMap<number, string> =>
  new Map(
    [...cmap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*?)\]/g)].flatMap(([, first = '', texts = '']) =>
      [...texts.matchAll(/<([\da-f ]*)>/g)].map(
        ([, hex = ''], at) => [Number.parseInt(first, 16) + at, fromHex(hex.replaceAll(' ', ''))] as const,
      ),
    ),
  );

/** What a PDF of `startPdf` shows, page by page, each text as it was drawn; its streams are not compressed. */
export function textOfPdf(bytes: Buffer): string[][] {
  const objects = new Map([...bytes.toString('latin1').matchAll(OBJECT)].map(([, id = '', body = '']) => [id, body]));
  const find = (id: string | undefined) => objects.get(id ?? '') ?? '';
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((page) => {
      const resources = find(/\/Resources (\d+)/.exec(page)?.[1]);
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
          name,
          glyphTexts(find(/\/ToUnicode (\d+)/.exec(find(id))?.[1])),
        ]),
      );
      const content = find(/\/Contents (\d+)/.exec(page)?.[1]);
      // A text is what one font draws, in one go or, where marks are raised or lowered, in several.
      return [...content.matchAll(/\/(F\d+) [\d.]+ Tf\n([\s\S]*?)\nET/g)].map(([, font = '', shown = '']) =>
        [...shown.matchAll(/<([\da-f]+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '')
          .join(''),
      );
    });
}
