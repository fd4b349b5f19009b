import type { FastifyInstance, FastifyRequest } from 'fastify';
import { visit } from 'jsonc-parser';

/** Whether an object of the text names a field twice: parsers differ in which of the two they believe. */
export function namesTwice(text: string): boolean {
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

/** Reads JSON bodies; without a field named twice, and without one that would reach a prototype. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request: FastifyRequest, text, done) => {
    if (namesTwice(text)) done(Object.assign(new Error('a field is named twice'), { statusCode: 400 }));
    else void parse(request, text, done);
  });
}
