import { createHash } from 'node:crypto';

/** A step of a pipeline that lets everything pass; afterwards it tells how much it was, and its sha256. */
export function measured() {
  const hash = createHash('sha256');
  let bytes = 0;
  const pass = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  return { pass, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** The end of a pipeline of which only the measures matter. */
export async function drained(source: AsyncIterable<unknown>): Promise<void> {
  const chunks = source[Symbol.asyncIterator]();
  while (!(await chunks.next()).done);
}
