import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { drawable, fontFiles, scriptRuns, type Weight } from './fonts.ts';
import { wrap } from './lines.ts';

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly weight?: Weight;
  /** `#rrggbb`. */
  readonly color: string;
}

/** Where a text stands, in points from the upper left corner of the page. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly mostLines?: number;
}

export const A4 = { width: 595.28, height: 841.89 } as const;
const LINE_HEIGHT = 1.4;

/** What stands in the file's own properties. */
export interface Properties {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** The one time in the file; its identifier follows from it and the words beside it. */
  readonly createdAt: Date;
}

/** So many widths are kept, over all documents: words come again and again, and to lay one out takes most of what a document costs. */
const MOST_WIDTHS = 20_000;
const widths = new Map<string, number>();

/** The width of a text in a style, as it was measured first. */
function widthIn({ size, weight = 'regular' }: TextStyle, text: string, ask: () => number): number {
  const key = `${weight} ${size} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= MOST_WIDTHS) widths.clear();
  const width = ask();
  widths.set(key, width);
  return width;
}

export type Pdf = Awaited<ReturnType<typeof startPdf>>;

/**
 * A PDF of A4 pages, whose first one is there. The same calls give the same bytes, on every machine and every version of Node: nothing
 * in it is compressed, because what zlib makes of the same data differs between its builds.
 */
export async function startPdf({ title, author, subject, createdAt }: Properties) {
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await fontFiles();
  const doc = new PDFDocument({
    size: [A4.width, A4.height],
    margin: 0,
    compress: false,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, Creator: author, CreationDate: createdAt },
  });
  const bytes = buffer(doc);
  // What is declared of the library knows no parsed font, which it takes.
  for (const [weight, { font }] of Object.entries(fonts)) doc.registerFont(weight, font as unknown as Uint8Array);

  /** The font of the style is set. */
  const measure = (text: string, style: TextStyle): number =>
    scriptRuns(text).reduce((sum, part) => sum + widthIn(style, part, () => doc.widthOfString(part)), 0);
  const setFont = ({ size, weight = 'regular' }: TextStyle) => doc.font(weight).fontSize(size);
  const linesOf = (text: string, style: TextStyle, { width, mostLines }: Pick<Place, 'width' | 'mostLines'>) => {
    setFont(style);
    return wrap(drawable(text, fonts[style.weight ?? 'regular']), (line) => measure(line, style) <= width, mostLines);
  };

  return {
    /** Points that a text takes in one line. */
    widthOf(text: string, style: TextStyle): number {
      setFont(style);
      return measure(drawable(text, fonts[style.weight ?? 'regular']), style);
    },
    /** Points that a text takes at a place. */
    heightOf: (text: string, style: TextStyle, place: Pick<Place, 'width' | 'mostLines'>): number =>
      linesOf(text, style, place).length * style.size * LINE_HEIGHT,
    /** @returns the height of what was written. */
    write(text: string, style: TextStyle, place: Place): number {
      const height = style.size * LINE_HEIGHT;
      const lines = linesOf(text, style, place);
      doc.fillColor(style.color);
      for (const [at, line] of lines.entries()) {
        let x = place.x + (place.align === 'right' ? place.width - measure(line, style) : 0);
        for (const part of scriptRuns(line)) {
          doc.text(part, x, place.y + at * height, { lineBreak: false });
          x += measure(part, style);
        }
      }
      return lines.length * height;
    },
    /** A hairline from left to right. */
    rule(x: number, y: number, width: number, color: string): void {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke();
    },
    box(
      x: number,
      y: number,
      width: number,
      height: number,
      { color, radius = 0 }: { color: string; radius?: number },
    ) {
      doc.roundedRect(x, y, width, height, radius).fillColor(color).fill();
    },
    addPage: (): void => void doc.addPage(),
    /** Draws on every page, when all are there. */
    onEachPage(draw: (page: number, pages: number) => void): void {
      const { start, count } = doc.bufferedPageRange();
      for (let at = 0; at < count; at += 1) {
        doc.switchToPage(start + at);
        draw(at + 1, count);
      }
    },
    async end(): Promise<Buffer> {
      doc.end();
      if (!doc.readableEnded) await once(doc, 'end');
      return bytes;
    },
  };
}
