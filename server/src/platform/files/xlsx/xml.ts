import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** Handlers for a part of a workbook. Names come without their prefix. */
export interface XmlListener {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** All of the text between two tags. */
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** The part is no XML, or more than any program writes: a definition of its own, tags in tags without end. */
export class BadXml extends Error {}

const DEPTH = 32;
const ATTRIBUTES = 64;
const PIECE = 64 * 1024;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a part piece by piece, so that nothing of it is held but what the listener keeps. @throws BadXml */
export function readXml(part: Uint8Array, { open, text, close }: XmlListener): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [depth, attributes] = [0, 0];
  const refuse = (what: string) => {
    throw new BadXml(what);
  };
  parser.on('error', ({ message }) => refuse(message));
  parser.on('doctype', () => refuse('a definition of its own'));
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > DEPTH) refuse('too deep');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES) refuse('too many attributes');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => open?.(localName(tag.name), tag.attributes));
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth -= 1;
    close?.(localName(tag.name));
  });
  if (text) for (const event of ['text', 'cdata'] as const) parser.on(event, text);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < part.length; at += PIECE) {
      parser.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }));
    }
    parser.write(decoder.decode());
  } catch (error) {
    // Thrown by the decoder.
    if (error instanceof TypeError) throw new BadXml('no UTF-8', { cause: error });
    throw error;
  }
  parser.close();
}
