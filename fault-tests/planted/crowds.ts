import type { PlantedBug } from '../planted-bug.ts';

const CONNECT = 'server/src/platform/db/connection/connect.ts';
const JSON_BODY = 'server/src/platform/http/json-body.ts';

/** Bugs under which those suffer who come at the same time as many others. */
export const ofCrowds: readonly PlantedBug[] = [
  {
    name: 'who wants a locked table waits for it',
    round: 'R-04',
    sign: 'while the table was locked an answer took',
    changes: [{ file: CONNECT, from: 'lock_timeout: 3_000,', to: '' }],
  },
  {
    name: 'logins have no connections of their own',
    round: 'R-04',
    sign: 'a login is',
    changes: [
      {
        file: 'server/src/app/handle-call.ts',
        from: 'const { pool, db } = isPublic ? (options.logins ?? services) : services;',
        to: 'const { pool, db } = services;',
      },
    ],
  },
  {
    name: 'a slow upload is waited for',
    round: 'R-11',
    sign: 'a slow upload was cut after',
    changes: [{ file: 'server/src/platform/http/timeouts.ts', from: 'request: 11_000,', to: 'request: 60_000,' }],
  },
  {
    name: 'an upload that breaks off leaves its file',
    round: 'R-11',
    sign: 'left in the temporary folder',
    changes: [
      {
        file: 'server/src/platform/http/uploads.ts',
        from: 'bytes: await part.toBuffer() };',
        to: `bytes: await (async () => {
            const { readFile, rm, writeFile } = await import('node:fs/promises');
            const path = [process.env['TMPDIR'], crypto.randomUUID()].join('/');
            await writeFile(path, part.file);
            const bytes = await readFile(path);
            await rm(path);
            return bytes;
          })() };`,
      },
    ],
  },
  {
    name: 'each request keeps the process busy for 25 ms',
    round: 'R-13',
    sign: 'p95 of a read is',
    changes: [
      {
        file: 'server/src/app/handle-call.ts',
        from: 'const token = request.headers.authorization;',
        to: `for (const end = performance.now() + 25; performance.now() < end; );
          const token = request.headers.authorization;`,
      },
    ],
  },
  {
    name: 'a field that is named twice counts as its last',
    round: 'R-19',
    sign: 'a field named twice at login/: answered',
    changes: [{ file: JSON_BODY, from: 'hasDuplicateKeys(text)) done', to: `hasDuplicateKeys('{}')) done` }],
  },
  {
    name: 'a body may be of any size',
    round: 'R-19',
    sign: 'two megabytes at login/: answered',
    changes: [{ file: 'server/src/app/app.ts', from: 'bodyLimit: 1024 * 1024,', to: 'bodyLimit: 1024 ** 3,' }],
  },
];
