import { WORKBOOK, type Call } from '@desk/contract/call';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { FuzzActor } from './actors.ts';
import { jsonFor } from './bodies.ts';
import { filesFor } from './files.ts';
import { ODD_TEXTS } from './odd.ts';
import type { Learned } from './learned.ts';
import type { Schema } from './schema.ts';
import type { KnownValues } from './filled-database.ts';

export interface Request {
  payload: Buffer;
  headers: Record<string, string>;
  /** The body for people: JSON as it is sent, of an upload its fields and the file in base64. */
  shown: string;
}

/** Of a call at the logins a code may have been sent to this very browser. */
const headersFor = (cookies: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(headers, ...cookies.map((cookie) => fc.constant({ cookie })));

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      accept: fc.constantFrom('application/json', 'text/csv', WORKBOOK, '*/*', 'x'),
      'idempotency-key': fc.oneof(
        { weight: 6, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: fc.constantFrom('one', 'two', 'three', 'x'.repeat(300)) },
      ),
      'accept-encoding': fc.constantFrom('gzip', 'br'),
      cookie: fc.constantFrom('desk_browser=x', 'desk_browser=', 'desk_device=x.y', '; ; ='),
    },
    { requiredKeys: [] },
  )
  // Most clients say nothing of all that.
  .chain((some) => fc.constantFrom({}, {}, some));

/** Done to a body that was complete. */
const SPOILT: readonly ((text: string) => Buffer)[] = [
  ...Array.from({ length: 20 }, () => (text: string) => Buffer.from(text)),
  (text) => Buffer.from(text.slice(0, -1)),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`${text}${text}`),
  (text) => Buffer.from(`[${text}]`),
  (text) => Buffer.concat([Buffer.from(text.slice(0, 12)), Buffer.from([0xed, 0xa0, 0x80, 0xff])]),
];

const fittingJson = (schema: Schema, known: KnownValues, learned: Learned): fc.Arbitrary<Buffer> =>
  jsonFor(known, 'none', learned)(schema, '').map((text) => Buffer.from(text));

const jsonRequests = (schema: Schema, known: KnownValues, learned: Learned): fc.Arbitrary<Request> => {
  const fitting = fittingJson(schema, known, learned);
  const odd = fc
    .tuple(jsonFor(known, 'some', learned)(schema, ''), fc.constantFrom(...SPOILT))
    .map(([text, spoil]) => spoil(text));
  const types = fc.constantFrom(
    ...Array<string>(30).fill('application/json'),
    'text/plain',
    'application/json; charset=latin1',
    '',
  );
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 2, arbitrary: odd }), headersFor(known.cookies), types)
    .map(([payload, more, type]) => ({
      payload,
      headers: { ...more, ...(type !== '' && { 'content-type': type }) },
      shown: payload.toString(),
    }));
};

const BOUNDARY = '----fuzz';
const part = (disposition: string, value: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]);

/** A field of a form is text. */
const asField = (json: string): string => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
};
const nameless = (text: string): string => text.replace(/[\r\n"\0]/g, '');

const uploadRequests = (schema: Schema, known: KnownValues, learned: Learned): fc.Arbitrary<Request> => {
  const fieldsAs = (oddness: 'none' | 'some') =>
    fc.record(
      Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => name !== 'email')
          .map(([name, inner]) => [name, jsonFor(known, oddness, learned)(inner, name).map(asField)]),
      ),
      { requiredKeys: oddness === 'none' ? (schema.required ?? []) : [] },
    );
  const fields = fc.oneof({ weight: 4, arbitrary: fieldsAs('none') }, { weight: 1, arbitrary: fieldsAs('some') });
  const names = fc.constantFrom('file.csv', 'file.xlsx', 'file', ...ODD_TEXTS.map(nameless));
  const ends = fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, '');
  const files = fc.array(fc.tuple(names, filesFor(known)), { minLength: 0, maxLength: 2 });
  const one = fc.tuple(names, filesFor(known)).map((file) => [file]);
  return fc
    .tuple(fields, fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: files }), ends, headers)
    .map(([fields, sent, end, more]) => ({
      payload: Buffer.concat([
        ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
        ...sent.map(([name, bytes]) => part(`name="file"; filename="${name}"`, bytes)),
        Buffer.from(end),
      ]),
      headers: { ...more, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      shown: JSON.stringify({ ...fields, files: sent.map(([name, bytes]) => [name, bytes.toString('base64')]) }),
    }));
};

/** Of what bodies can speak. */
interface ValueSources {
  known: KnownValues;
  learned: Learned;
}

const schemas = new Map<Call, Schema>();
const schemaOf = (call: Call): Schema => {
  const before = schemas.get(call);
  if (before) return before;
  const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema;
  schemas.set(call, schema);
  return schema;
};

/** Callers of the logins are among a few: those whom a code was sent to. */
function knownTo({ audience, emailIsTarget }: Call, known: KnownValues, actor: FuzzActor): KnownValues {
  if (audience === 'public') return { ...known, emails: known.loginFixtures };
  const own = emailIsTarget || actor.email === undefined ? [] : [actor.email];
  return { ...known, cookies: [], own };
}

/** Requests for a call: most of their bodies fit its schema, or nearly, and are about something from an earlier reply. */
export function requestsFor(
  call: Call,
  actor: FuzzActor,
  { known: all, learned }: ValueSources,
): fc.Arbitrary<Request> {
  const schema = schemaOf(call);
  const known = knownTo(call, all, actor);
  const json = jsonRequests(schema, known, learned);
  return call.upload ? fc.oneof(json, { weight: 3, arbitrary: uploadRequests(schema, known, learned) }) : json;
}

/** Requests of which nothing is odd. */
export const plainRequestsFor = (call: Call, { known, learned }: ValueSources): fc.Arbitrary<Request> =>
  fittingJson(schemaOf(call), known, learned).map((payload) => ({
    payload,
    headers: { 'content-type': 'application/json' },
    shown: payload.toString(),
  }));
