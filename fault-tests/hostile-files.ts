import { zipSync, type Zippable } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'xl/worksheets/sheet1.xml';

/** A file that would like to cost a server much; `name` says how. */
export type HostileFile = { name: string; bytes: Buffer; isWithinLimits?: true };
type Texts = Readonly<Record<string, string>>;

const sheet = (rows: string): string => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
const repeated = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n + 1)).join('');
const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
/** Whichever upload takes it finds its columns. */
const HEADER = ['Subscription Id', 'Assigned To', 'Domain', 'Renewal Date'];
const HEAD = `<row>${HEADER.map(text).join('')}</row>`;
const filled = (rows: number, cells: string): string => HEAD + repeated(rows, () => `<row>${cells}</row>`);
const shared = (count: number): string => '<c t="s"><v>0</v></c>'.repeat(count);

/** A workbook with the given parts; those that are not given are as a spreadsheet program writes them. */
function workbook(texts: Texts, beside: Zippable = {}): Buffer {
  const parts: Texts = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    [SHEET]: sheet(HEAD),
    ...texts,
  };
  const packed = Object.entries(parts).map(([path, xml]) => [path, Buffer.from(xml)] as const);
  return Buffer.from(zipSync({ ...Object.fromEntries(packed), ...beside }, { level: 9 }));
}
const ofSheet = (rows: string): Buffer => workbook({ [SHEET]: sheet(rows) });
const withShared = (rows: string, texts: string): Buffer =>
  workbook({ [SHEET]: sheet(rows), 'xl/sharedStrings.xml': `<sst>${texts}</sst>` });

/** The sizes that an archive declares of a part, in both places, made small. */
function lying(bytes: Buffer, path: string, size: number): Buffer {
  const forged = Buffer.from(bytes);
  const places = [
    ['PK\x03\x04', 30, 22],
    ['PK\x01\x02', 46, 24],
  ] as const;
  for (const [mark, nameAt, sizeAt] of places) {
    let at = forged.indexOf(mark, 0, 'latin1');
    while (at >= 0 && forged.toString('latin1', at + nameAt, at + nameAt + path.length) !== path)
      at = forged.indexOf(mark, at + 4, 'latin1');
    forged.writeUInt32LE(size, at + sizeAt);
  }
  return forged;
}

const LONG = 'x'.repeat(60_000);
const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1024 * 1024);

const sharing = (): HostileFile[] => [
  { name: 'one long text in 5,000 rows', bytes: withShared(filled(5_000, shared(2)), `<si><t>${LONG}</t></si>`) },
  { name: 'one long text in 100 columns', bytes: withShared(filled(500, shared(100)), `<si><t>${LONG}</t></si>`) },
  { name: 'one long text in the header', bytes: withShared(`<row>${shared(100)}</row>`, `<si><t>${LONG}</t></si>`) },
  { name: 'half a million cells', bytes: withShared(filled(5_000, shared(100)), '<si><t>x</t></si>') },
  { name: 'a million texts', bytes: withShared(HEAD, '<si/>'.repeat(1_000_000)) },
  { name: 'a text of a million runs', bytes: withShared(HEAD, `<si>${'<r></r>'.repeat(1_000_000)}</si><`) },
];

const farAway = (): HostileFile[] => [
  { name: 'a row of 16,384 cells', bytes: ofSheet(`<row>${text('x').repeat(16_384)}</row>`) },
  { name: 'the last column', bytes: ofSheet(`${HEAD}<row><c r="XFD2"><v>1</v></c></row>`) },
  { name: 'the last row', bytes: ofSheet(`${HEAD}<row r="1048576"><c><v>1</v></c></row>`) },
  { name: 'a row beyond numbers', bytes: ofSheet(`${HEAD}<row r="1e300"><c><v>1</v></c></row>`) },
  { name: '60,000 rows', bytes: ofSheet(filled(60_000, '<c><v>1</v></c>')) },
  { name: 'a million empty rows', bytes: ofSheet(HEAD + '<row/>'.repeat(1_000_000)) },
];

const bombs = (): HostileFile[] => [
  { name: 'forty megabytes of nothing', bytes: workbook({}, { 'xl/media/image1.png': zeros(40) }) },
  { name: 'a sheet that is declared small', bytes: lying(ofSheet(filled(60_000, text('x'))), SHEET, 4_000) },
  { name: 'a sheet that is declared huge', bytes: lying(ofSheet(HEAD), SHEET, 4_000_000_000) },
  {
    name: 'a thousand parts',
    bytes: workbook(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`xl/worksheets/more${n}.xml`, sheet(HEAD)])),
    ),
  },
  {
    name: 'a hundred thousand sheets',
    bytes: workbook({
      'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets>${'<sheet name="x" r:id="rId1"/>'.repeat(100_000)}</sheets></workbook>`,
    }),
  },
];

const xml = (): HostileFile[] => [
  { name: 'tags in tags without end', bytes: ofSheet('<a>'.repeat(1_000_000)) },
  { name: 'a million attributes', bytes: ofSheet(`<row ${repeated(500_000, (n) => `a${n}="" `)}/>`) },
  { name: 'one attribute of nine megabytes', bytes: ofSheet(`<row r="${'1'.repeat(9_000_000)}"/>`) },
  { name: 'a comment that never ends', bytes: ofSheet(`<!--${'-'.repeat(9_000_000)}`) },
  {
    name: 'entities of entities',
    bytes: workbook({
      [SHEET]: `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]>${sheet(HEAD + `<row>${text('&b;')}</row>`)}`,
    }),
  },
  { name: 'a cell of nine megabytes', bytes: ofSheet(`${HEAD}<row>${text('y'.repeat(9_000_000))}</row>`) },
  { name: 'a formula of nine megabytes', bytes: ofSheet(`${HEAD}<row><c><f>${'1+'.repeat(4_500_000)}</f></c></row>`) },
  {
    name: 'a million styles',
    bytes: workbook({ 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(1_000_000)}</cellXfs></styleSheet>` }),
  },
];

const csv = (): HostileFile[] => [
  { name: 'five million commas', bytes: Buffer.from(','.repeat(5_000_000) + 'x') },
  { name: 'a quote that never ends', bytes: Buffer.from(`${HEADER.join(',')}\n"${'x\n'.repeat(2_400_000)}`) },
  { name: 'a million quotes', bytes: Buffer.from(`${HEADER.join(',')}\n${'""'.repeat(2_400_000)}`) },
  { name: 'a line of five megabytes', bytes: Buffer.from(`${HEADER.join(',')}\n${'x'.repeat(4_900_000)},,,`) },
  { name: '100,000 rows', bytes: Buffer.from(`${HEADER.join(',')}\n${'a,b,c,d\n'.repeat(100_000)}`) },
];

/** Files that are accepted are read up to the limits; they cost no more than refused ones. */
const within = (): HostileFile[] => [
  {
    name: 'a workbook as large as may be',
    bytes: ofSheet(filled(4_990, text('wide words in here').repeat(4))),
    isWithinLimits: true,
  },
  {
    name: 'formats that are slow to look through',
    bytes: workbook({
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(2_000_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      [SHEET]: sheet(`${HEAD}<row><c s="0"><v>1</v></c></row>`),
    }),
    isWithinLimits: true,
  },
  {
    name: 'numbers that are slow to look through',
    bytes: Buffer.from(
      `${HEADER.join(',')}\n${repeated(40, () => `+1${' '.repeat(30_000)}x,a,1${' '.repeat(30_000)}x,1${' '.repeat(30_000)}x\n`)}`,
    ),
    isWithinLimits: true,
  },
];

/** Files that ask for far more than they weigh: each is at most as large as an upload may be. */
export const hostileFiles = (): HostileFile[] => [
  ...sharing(),
  ...farAway(),
  ...bombs(),
  ...xml(),
  ...csv(),
  ...within(),
];
