import { createHash, randomBytes } from 'node:crypto';
import type { BodyOf, Call, InputOf, ReplyOf, Role } from '@desk/contract/call';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { buildApp, pathOf } from '../app/app.ts';
import { readConfig } from '../config.ts';
import type { Clients, Services } from '../platform/context.ts';
import type { DeskEvent } from '../platform/events/events.ts';
import { accountMenusTable, accountsTable, menusTable, sessionsTable } from '../platform/db/tables/accounts.ts';
import { sign } from '../platform/crypto/secret.ts';
import { makeMessenger } from '../integrations/messaging/messenger.ts';
import { NOW } from '../platform/db/now.ts';
import { db, emptyDatabase, now, pool, serverDb, serverPool, serverUrl, setTestClock } from './clone.ts';
import { workOff } from './work-off.ts';

/** argon2id of `correct horse battery`, so that no test waits for a hash it does not test. */
export const PASSWORD = 'correct horse battery';
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$//czz22YbHVswB3Wo27NjA$yK6+wd9jyP235jVs50jbKnU75ZpsGL4mkKRPL82Nx6Q';

export interface Person {
  email?: string;
  kind?: 'staff' | 'customer';
  role?: Role;
  /** Routes; all menus of staff when left out. */
  menus?: readonly string[];
  firstLogin?: boolean;
  mayExport?: boolean;
  status?: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED';
  name?: string;
}

export interface Answer<C extends Call> {
  status: number;
  reply: ReplyOf<C> & { message?: string; fields?: { path: string; message: string }[]; errors?: unknown };
  headers: LightMyRequestResponse['headers'];
  /** The answer as it came. */
  bytes: Buffer;
}

export interface TestServerOptions {
  /** Environment on top of the test's. */
  env?: Record<string, string>;
  clients?: Partial<Clients>;
  now?: () => Date;
}

/** HMAC key of every test server. */
const SECRET = createHash('sha256').update('test').digest();
/** A browser with a challenge cookie of its own. */
export const browserHeaders = (name: string) => ({ cookie: `desk_browser=${sign(SECRET, 'desk_browser', name)}` });

/** The cookies that an answer leaves in a browser. */
export const cookiesOf = ({ headers }: { headers: LightMyRequestResponse['headers'] }) => ({
  cookie: [headers['set-cookie']]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; '),
});

const BOUNDARY = '----desk-test';
/** A multipart body with one file and text fields. */
const multipart = (fields: Record<string, unknown>, file?: { name: string; bytes: Buffer | string }): Buffer => {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
  );
  const head =
    file &&
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const tail = file ? [Buffer.from(head ?? ''), Buffer.from(file.bytes), Buffer.from('\r\n')] : [];
  return Buffer.concat([...parts, ...tail, Buffer.from(`--${BOUNDARY}--\r\n`)]);
};

/** A whole server over a real, empty database. */
export async function testServer(options: TestServerOptions = {}) {
  await emptyDatabase();
  setTestClock(options.now);
  const config = readConfig({
    DATABASE_URL: serverUrl,
    PUBLIC_URL: 'http://desk.example',
    LOG_LEVEL: 'silent',
    RATE_PROFILE: 'production',
    BRAND_NAME: 'Test Desk',
    ...options.env,
  });
  const announced: DeskEvent[] = [];
  const services: Services = {
    db: serverDb,
    pool: serverPool,
    sessionPool: serverPool,
    config,
    secret: SECRET,
    now,
    announce: (event) => void announced.push(event),
    log: pino({ level: 'silent' }),
    clients: {
      mailer: undefined,
      mailbox: undefined,
      messenger: makeMessenger({}),
      providers: { google: undefined },
      zoho: undefined,
      jumpcloud: undefined,
      ...options.clients,
    },
  };
  const { app } = await buildApp(services, { checkReplies: true });

  const print = async <C extends Call>(
    call: C,
    payload: string | Buffer | object,
    headers: Record<string, string>,
  ): Promise<Answer<C>> => {
    const response = await app.inject({ method: 'POST', url: pathOf(call, config), payload, headers });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      reply: (isJson ? response.json() : response.body) as Answer<C>['reply'],
      headers: response.headers,
      bytes: response.rawPayload,
    };
  };
  const caller = (token?: string) => {
    const auth: Record<string, string> = token === undefined ? {} : { authorization: token };
    return {
      token,
      calls: <C extends Call>(call: C, body: InputOf<C>, headers: Record<string, string> = {}) =>
        print(call, JSON.stringify(body), {
          'content-type': 'application/json',
          ...browserHeaders('the one of all'),
          ...auth,
          ...headers,
        }),
      uploads: <C extends Call>(
        call: C,
        fields: Partial<BodyOf<C> & object>,
        file?: { name: string; bytes: Buffer | string },
      ) =>
        print(call, multipart(fields as Record<string, unknown>, file), {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          ...auth,
        }),
    };
  };

  /** Creates an account without a session. Its password is PASSWORD. */
  const account = async (person: Person = {}) => {
    const standard = {
      email: 'asha@desk.example',
      kind: 'staff',
      firstLogin: false,
      status: 'ACTIVE',
      name: 'Asha',
    } as const;
    const { menus, ...given } = { ...standard, ...person };
    const role = given.role ?? (given.kind === 'staff' ? 'ADMIN' : 'CUSTOMER');
    const [made] = await db
      .insert(accountsTable)
      .values({ ...given, role, passwordHash: PASSWORD_HASH })
      .returning({ id: accountsTable.id });
    const id = made?.id ?? 0;
    const wanted = menus ? sql`to_route = any(${sql.param([...menus])})` : sql`audience = ${given.kind}`;
    await db.insert(accountMenusTable).select(
      db
        .select({ accountId: sql<number>`${id}::int`.as('account_id'), menuId: menusTable.id })
        .from(menusTable)
        .where(wanted),
    );
    return { id, email: given.email };
  };
  /** Somebody who is logged in. */
  const as = async (person: Person = {}) => {
    const { id, email } = await account(person);
    const token = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(token).digest();
    await db.insert(sessionsTable).values({
      tokenHash,
      accountId: id,
      firstLogin: person.firstLogin ?? false,
      endsAt: sql`${NOW} + interval '1 hour'`,
      ip: '127.0.0.1',
    });
    return { id, email, ...caller(token) };
  };
  /** Works off the queued jobs, those too that these queue. */
  const work = () => workOff(services, serverPool);
  return { app, db, pool, services, announced, stranger: caller(), account, as, work };
}
export type TestServer = Awaited<ReturnType<typeof testServer>>;
