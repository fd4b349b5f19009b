import { A4, type Pdf, type TextStyle } from '../../platform/files/pdf/write.ts';
import type { DocumentText, LineText } from './document-text.ts';

// Ink alone, and no colour of the business: one that is changed would be another document than the one that was sent.
const INK = '#1a1e24';
const QUIET = '#545d69';
const HAIRLINE = '#dce0e6';
const SURFACE = '#f4f5f8';

const MARGIN = 44;
const WIDTH = A4.width - 2 * MARGIN;
const BOTTOM = A4.height - 64;

const TITLE: TextStyle = { size: 21, weight: 'semibold', color: INK };
const BRAND: TextStyle = { size: 13, weight: 'semibold', color: INK };
const STRONG: TextStyle = { size: 9, weight: 'semibold', color: INK };
const TEXT: TextStyle = { size: 9, color: INK };
const SMALL: TextStyle = { size: 8, color: QUIET };
const LABEL: TextStyle = { size: 7.5, weight: 'semibold', color: QUIET };
const TOTAL: TextStyle = { size: 14, weight: 'semibold', color: INK };

interface Column {
  readonly head: string;
  readonly x: number;
  readonly width: number;
  readonly align?: 'right';
  readonly texts: (line: LineText) => readonly (readonly [text: string, style: TextStyle, mostLines: number])[];
}
const COLUMNS: readonly Column[] = [
  {
    ...{ head: 'Domain, product and plan', x: 10, width: 166 },
    texts: ({ domain, product, plan }) => [
      [domain, STRONG, 8],
      [product, TEXT, 4],
      [plan, SMALL, 2],
    ],
  },
  {
    ...{ head: 'Term', x: 184, width: 76 },
    texts: ({ from, to }) => [
      [from, TEXT, 1],
      [to, TEXT, 1],
    ],
  },
  { head: 'Seats', x: 262, width: 38, align: 'right', texts: ({ seats }) => [[seats, TEXT, 1]] },
  { head: 'In use', x: 304, width: 38, align: 'right', texts: ({ used }) => [[used, TEXT, 1]] },
  { head: 'Price per seat', x: 346, width: 70, align: 'right', texts: ({ unitPrice }) => [[unitPrice, TEXT, 2]] },
  { head: 'Amount', x: 420, width: WIDTH - 420 - 10, align: 'right', texts: ({ amount }) => [[amount, TEXT, 2]] },
];
const HEAD_HEIGHT = 24;
const PADDING = 9;

/** @returns where the next thing stands. */
function drawIssuer(pdf: Pdf, { brand, from, number }: DocumentText): number {
  const half = WIDTH / 2;
  pdf.box(MARGIN, MARGIN, 26, 26, { color: INK, radius: 7 });
  const mark = { size: 14, weight: 'semibold', color: '#ffffff' } as const;
  const initial = Array.from(brand)[0]?.toUpperCase() ?? '';
  pdf.write(initial, mark, { x: MARGIN + 13 - pdf.widthOf(initial, mark) / 2, y: MARGIN + 3.5, width: 40 });
  let y = MARGIN + 4 + pdf.write(brand, BRAND, { x: MARGIN + 36, y: MARGIN + 4, width: half - 50, mostLines: 2 });
  y = Math.max(y, MARGIN + 26) + 8;
  for (const text of from) y += pdf.write(text, SMALL, { x: MARGIN, y, width: half - 20, mostLines: 6 });
  const right = { x: MARGIN + half, width: half, align: 'right' } as const;
  pdf.write('Quote', TITLE, { ...right, y: MARGIN - 3 });
  pdf.write(number, TEXT, { ...right, y: MARGIN + 28 });
  return Math.max(y, MARGIN + 44) + 18;
}

function drawAddressee(pdf: Pdf, { company, companyGstin, date, validUntil }: DocumentText, y: number): number {
  const inside = MARGIN + 16;
  const facts = [
    { label: 'Prepared for', x: inside, width: 268, text: company, below: companyGstin },
    { label: 'Date', x: inside + 288, width: 80, text: date, below: null },
    { label: 'Valid until', x: inside + 384, width: 90, text: validUntil, below: null },
  ];
  const heights = facts.map(
    ({ text, below, width }) =>
      14 + pdf.heightOf(text, { ...STRONG, size: 11 }, { width, mostLines: 6 }) + (below === null ? 0 : 14),
  );
  const height = Math.max(...heights) + 24;
  pdf.box(MARGIN, y, WIDTH, height, { color: SURFACE, radius: 8 });
  for (const { label, x, width, text, below } of facts) {
    pdf.write(label, LABEL, { x, y: y + 12, width });
    const taken = pdf.write(text, { ...STRONG, size: 11 }, { x, y: y + 25, width, mostLines: 6 });
    if (below !== null) pdf.write(below, SMALL, { x, y: y + 27 + taken, width });
  }
  return y + height + 20;
}

function drawHead(pdf: Pdf, y: number): number {
  for (const { head, x, width, align = 'left' } of COLUMNS)
    pdf.write(head, LABEL, { x: MARGIN + x, y: y + 7, width, align });
  pdf.rule(MARGIN, y + HEAD_HEIGHT, WIDTH, INK);
  return y + HEAD_HEIGHT;
}

const heightOfRow = (pdf: Pdf, line: LineText): number => {
  const heights = COLUMNS.map(({ texts, width }) =>
    texts(line).reduce((sum, [text, style, mostLines]) => sum + pdf.heightOf(text, style, { width, mostLines }), 0),
  );
  return Math.max(...heights) + 2 * PADDING;
};

function drawRow(pdf: Pdf, line: LineText, top: number): void {
  for (const { texts, x, width, align = 'left' } of COLUMNS) {
    let y = top + PADDING;
    for (const [text, style, mostLines] of texts(line))
      y += pdf.write(text, style, { x: MARGIN + x, y, width, align, mostLines });
  }
}

/** The lines, over as many pages as they need, each with the head of its columns. */
function drawLines(pdf: Pdf, lines: readonly LineText[], from: number): number {
  let y = drawHead(pdf, from);
  for (const line of lines) {
    const height = heightOfRow(pdf, line);
    if (y + height > BOTTOM) {
      pdf.addPage();
      y = drawHead(pdf, MARGIN);
    }
    drawRow(pdf, line, y);
    y += height;
    pdf.rule(MARGIN, y, WIDTH, HAIRLINE);
  }
  return y;
}

const TOTAL_HEIGHT = 54;
const NOTE_HEIGHT = 15;

function drawTotal(pdf: Pdf, { total, tax, notes }: DocumentText, from: number): void {
  let y = from;
  if (y + TOTAL_HEIGHT + notes.length * NOTE_HEIGHT > BOTTOM) {
    pdf.addPage();
    y = MARGIN;
  }
  const right = { x: MARGIN, width: WIDTH - 10, align: 'right' } as const;
  const amountWidth = pdf.widthOf(total, TOTAL);
  pdf.write(total, TOTAL, { ...right, y: y + 12 });
  pdf.write('Total', STRONG, { ...right, width: right.width - amountWidth - 16, y: y + 16.5 });
  pdf.write(tax, SMALL, { ...right, y: y + 33 });
  y += TOTAL_HEIGHT + 8;
  for (const note of notes) y += pdf.write(note, SMALL, { x: MARGIN + 10, y, width: WIDTH - 20 }) + 3;
}

function drawFooters(pdf: Pdf, { number, brand }: DocumentText): void {
  const y = A4.height - 40;
  pdf.onEachPage((page, pages) => {
    pdf.rule(MARGIN, y - 8, WIDTH, HAIRLINE);
    pdf.write(`${brand} · Quote ${number}`, SMALL, { x: MARGIN, y, width: WIDTH - 80, mostLines: 1 });
    pdf.write(`Page ${page} of ${pages}`, SMALL, { x: MARGIN, y, width: WIDTH, align: 'right' });
  });
}

/** Draws an offer: who makes it, for whom, its lines over as many pages as they need, and its total. */
export function drawOffer(pdf: Pdf, text: DocumentText): void {
  const below = drawAddressee(pdf, text, drawIssuer(pdf, text));
  drawTotal(pdf, text, drawLines(pdf, text.lines, below));
  drawFooters(pdf, text);
}
