import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const UPLOAD_BYTES = 5 * 1024 * 1024;

export interface Upload {
  fields: Record<string, unknown>;
  file: { name: string; bytes: Buffer } | undefined;
}

const asNumber = (value: string): unknown => (/^\d{1,9}$/.test(value) ? Number(value) : value);

/** Only shown, but it goes into the log and the database, which hold neither control characters nor half ones. */
const shownName = (name: string) => name.slice(0, 200).replace(/[\p{Cc}\p{Cs}]/gu, '');

/**
 * Reads one file and the text fields of a multipart body into memory, nothing to disk. Whole numbers of the fields arrive as numbers, as they do in JSON.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the file as multipart/form-data.');
  const fields = Object.create(null) as Record<string, unknown>;
  let file: Upload['file'];
  try {
    for await (const part of request.parts({
      limits: { fileSize: UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 10_000 },
    })) {
      if (part.type === 'file') file = { name: shownName(part.filename), bytes: await part.toBuffer() };
      else if (!Object.hasOwn(fields, part.fieldname)) fields[part.fieldname] = asNumber(String(part.value));
      else throw new Refusal(400, 'A field was sent twice.');
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const tooLarge = (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';
    throw tooLarge ? new Refusal(413, 'The file is too large.') : new Refusal(400, 'The upload could not be read.');
  }
  return { fields, file };
}
