import { FileProblem } from '../file-problem.ts';
import { formatCount, type Limits } from '../limits.ts';
import { builtInKind, kindOfFormat, type NumberKind } from './number-format.ts';
import { unescaped } from './cell-text.ts';
import { BadXml, readXml } from './xml.ts';

/** More sheets, relations or styles than any program writes, Excel's limit of styles among them. */
const MOST = { sheets: 1_000, relations: 5_000, styles: 65_536 };

function checkCount(what: keyof typeof MOST, count: number): void {
  if (count > MOST[what]) throw new BadXml(`too many ${what}`);
}

/** The sheets of a workbook in its order, and from which year its days count. */
export function sheetsOf(part: Uint8Array) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = [];
  let is1904 = false;
  readXml(part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      sheets.push({ name: attributes['name'] ?? '', relation, isHidden });
      checkCount('sheets', sheets.length);
    },
  });
  return { sheets, is1904 };
}

/** A workbook's relations: the path within the archive of each, and its kind. */
export function relationsOf(part: Uint8Array): Map<string, { path: string; kind: string }> {
  const relations = new Map<string, { path: string; kind: string }>();
  readXml(part, {
    open: (name, { Id, Target = '', Type = '', TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      relations.set(Id, { path, kind: Type.slice(Type.lastIndexOf('/') + 1) });
      checkCount('relations', relations.size);
    },
  });
  return relations;
}

/** The kind of number of each cell style, in the order of the styles. */
export function stylesOf(part: Uint8Array): NumberKind[] {
  const written = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let isOfCells = false;
  readXml(part, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') written.set(id, kindOfFormat(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) kinds.push(written.get(id) ?? builtInKind(id));
      checkCount('styles', Math.max(kinds.length, written.size));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return kinds;
}

/** Gathers the text of an `si` or `is`: all its `t` but those that tell how it is spoken. */
export function textGatherer() {
  let text = '';
  let [isText, isSpoken] = [false, false];
  return {
    begin: () => {
      text = '';
      isText = isSpoken = false;
    },
    open: (name: string) => {
      if (name === 'rPh') isSpoken = true;
      isText = name === 't';
    },
    add: (more: string) => {
      if (isText && !isSpoken) text += more;
    },
    close: (name: string) => {
      if (name === 'rPh') isSpoken = false;
      isText = false;
    },
    end: (): string => unescaped(text),
  };
}

/** The texts that cells share. */
export function sharedTextsOf(part: Uint8Array, limits: Limits): string[] {
  const texts: string[] = [];
  const gathered = textGatherer();
  readXml(part, {
    open: (name) => {
      if (name === 'si') gathered.begin();
      gathered.open(name);
    },
    text: gathered.add,
    close: (name) => {
      gathered.close(name);
      if (name !== 'si') return;
      if (texts.length === limits.cells) {
        throw new FileProblem(
          `The XLSX file has more than ${formatCount(limits.cells)} texts. Split it into smaller files.`,
        );
      }
      texts.push(gathered.end());
    },
  });
  return texts;
}
