import type { FastifyInstance, FastifyRequest } from 'fastify';
import { visit } from 'jsonc-parser';

/** Whether an object of the text names a field twice: parsers differ in which of the two they believe. */
export function hasDuplicateKeys(text: string): boolean {
  const open: Set<string>[] = [];
  let isTwice = false;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name) => {
      const seen = open.at(-1);
      isTwice ||= seen?.has(name) ?? false;
      seen?.add(name);
    },
  });
  return isTwice;
}

/** No call of ours has half as many; what follows each level by a call of itself would run out of stack on thousands. */
const DEEPEST = 32;

const [QUOTE, ESCAPE] = ['"', '\\'];
const LEVELS = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);

/** Whether a text opens more than so many objects and lists inside each other, well-formed or not. */
export function exceedsDepth(text: string, levels: number): boolean {
  let open = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === QUOTE) isText = !isText;
    else if (isText) at += sign === ESCAPE ? 1 : 0;
    else open += LEVELS.get(sign) ?? 0;
    if (open > levels) return true;
  }
  return false;
}

const refused = (why: string) => Object.assign(new Error(why), { statusCode: 400 });

/** Reads JSON bodies; of few levels, without a field named twice, and without one that would reach a prototype. */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request: FastifyRequest, text, done) => {
    if (exceedsDepth(text, DEEPEST)) {
      done(refused('too many levels'));
      return;
    }
    // Fields are compared of what is JSON alone: in what is not, another reader may see other levels than were counted.
    void parse(request, text, (error, body) => {
      if (error === null && hasDuplicateKeys(text)) done(refused('a field is named twice'));
      else done(error, body);
    });
  });
}
