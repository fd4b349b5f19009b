/** A body that would like to cost a server much, or to be read otherwise than it looks; `name` says how. */
export type HostileBody = { name: string; bytes: Buffer; status: 400 | 413 };

/** As long as a body may be, but for its end. */
const MOST = 1_000_000;
/** What follows each by a call of itself runs out of stack, however quick it is. */
const LEVELS = 50_000;

const filled = (piece: string): string => piece.repeat(Math.floor(MOST / piece.length));
const numbered = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(',');
const nested = (open: string, close: string): string => `${open.repeat(LEVELS)}1${close.repeat(LEVELS)}`;
const LOGIN = '"email":"nobody@strangers.example","password":"a password"';

const deep: Record<string, string> = {
  'deep objects': nested('{"a":', '}'),
  'deep lists': `{"email":${nested('[', ']')}}`,
  'deep lists and objects in turn': `{"email":${nested('[{"a":', '}]')}}`,
  'deep objects without an end': '{"a":'.repeat(LEVELS),
  'a megabyte of lists without an end': filled('['),
};

const wide: Record<string, string> = {
  'a hundred thousand fields': `{${numbered(100_000, (n) => `"${n}":1`)}}`,
  'a list of half a million': `{"email":[${numbered(490_000, () => '1')}]}`,
  'a list of empty objects': `{"email":[${numbered(300_000, () => '{}')}]}`,
  'a list in place of a body': `[${numbered(490_000, () => '1')}]`,
};

const twice: Record<string, string> = {
  'a field named twice': `{${LOGIN},"password":"another password"}`,
  'a field named twice in other letters': String.raw`{${LOGIN},"p\u0061ssword":"another password"}`,
  'a field named fifty thousand times': `{${numbered(50_000, () => '"email":"a"')},${LOGIN}}`,
  'a name of all objects': `{${LOGIN},"__proto__":{"isAdmin":true}}`,
  'the name of a constructor': `{${LOGIN},"constructor":{"prototype":{"isAdmin":true}}}`,
};

const long: Record<string, string> = {
  'a number of a million digits': `{"email":${filled('1')},"password":1}`,
  'a number beyond numbers': '{"email":1e400,"password":-1e400}',
  'a fraction of a million digits': `{"email":0.${filled('3')},"password":1}`,
  'a name of a megabyte': `{"${filled('k')}":1}`,
  'a text of a megabyte': `{"email":"${filled('@')}","password":"a"}`,
  'a text of escapes': String.raw`{"email":"${filled(String.raw`\ud83d`)}","password":"a"}`,
  'a text of quotes': String.raw`{"email":"${filled(String.raw`\"`)}","password":"a"}`,
  'a megabyte of blanks': `${filled(' ')}{`,
};

/** Bodies that a call of ours cannot want; each is at most as large as a body may be, or it is too large. */
export const hostileBodies = (): HostileBody[] => [
  ...Object.entries({ ...deep, ...wide, ...twice, ...long }).map(([name, text]): HostileBody => ({
    name,
    bytes: Buffer.from(text),
    status: 400,
  })),
  { name: 'bytes that are no text', bytes: Buffer.alloc(MOST, 0xff), status: 400 },
  { name: 'zeros', bytes: Buffer.alloc(MOST), status: 400 },
  { name: 'two megabytes', bytes: Buffer.from(`{"email":"${filled('aa')}${filled('aa')}"}`), status: 413 },
];
