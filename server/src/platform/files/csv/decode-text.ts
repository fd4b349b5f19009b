import { hasControlCharacters } from '../control-characters.ts';
import { FileProblem } from '../file-problem.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const NOT_TEXT = 'This is not a CSV or XLSX file.';

/** The text of a file in UTF-8 or UTF-16, without its byte order mark; anything else is refused. */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  if (hasControlCharacters(text)) throw new FileProblem(NOT_TEXT);
  return text;
}

function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return encodingByZeros(bytes.subarray(0, 2000));
}

/** A header in Latin letters has a zero in every second byte of UTF-16 and none in UTF-8. */
function encodingByZeros(sample: Buffer): Encoding {
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  return 'utf-8';
}

function decoded(bytes: Buffer, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (bytes.includes(0)) throw new FileProblem(NOT_TEXT);
    throw new FileProblem('The file is not written in UTF-8 or UTF-16. Save it as "CSV UTF-8" and upload it again.');
  }
}
