import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { WORKBOOK, type Call } from '@desk/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Actor, Context, Services } from '../platform/context.ts';
import { writeTo } from '../platform/db/connection/write-to.ts';
import type { Db, Write } from '../platform/db/db.ts';
import type { Sheet } from '../platform/files/sheet.ts';
import { xlsxOf } from '../platform/files/xlsx/write.ts';
import { limits } from '../auth/limits.ts';
import { logSecurityEvent } from '../platform/log/security-log.ts';
import { countRefused } from '../auth/repeated-denials.ts';
import { auditDenied } from '../auth/deny-and-audit.ts';
import { clientFor } from '../auth/client-cookies.ts';
import { withIdempotencyKey, type Answer } from '../platform/http/idempotency.ts';
import { DocumentFile, PrebuiltJson, type Route } from '../platform/http/implement.ts';
import { retryLater, Refusal, refuseFields } from '../platform/http/refusal.ts';
import { recordActivity, type FindSession } from '../auth/sessions.ts';
import { attemptAll } from '../auth/throttle.ts';
import { readUpload } from '../platform/http/uploads.ts';

/** Whether a call shows that somebody is there: a page that nobody touches says so of what it asks for by itself. */
const isActivity = ({ headers }: FastifyRequest, { audience }: Call): boolean =>
  audience !== 'first-login' && headers['x-unattended'] === undefined;

export interface CallHandlerOptions {
  findSession: FindSession;
  /** Checks every reply against the contract; in tests and development. */
  checkReplies: boolean;
  /** A few connections for callers that are not signed in yet: they can log in when all others are in use, and block nobody. */
  logins?: { pool: Pool; db: Db };
}

const FORBIDDEN = 'You are not allowed to do this.';

/** Whether the actor's kind, screens, role and permission allow the call. */
const mayMake = ({ audience, screens, roles, permission }: Call, actor: Actor): boolean =>
  (audience === 'signed-in' || audience === actor.kind) &&
  (!screens || screens.some((screen) => actor.menus.has(screen))) &&
  (!roles || roles.includes(actor.role)) &&
  (!permission || actor.permissions.has(permission));

/** Why an actor may not make a call, or undefined. The one place that decides it. */
function denialOf(call: Call, actor: Actor | undefined): Refusal | undefined {
  if (call.audience === 'public') return undefined;
  if (actor === undefined) return new Refusal(401, 'Please log in again.');
  if (call.audience === 'first-login') return undefined;
  if (actor.firstLogin) return new Refusal(403, 'Please set your own password first.');
  return mayMake(call, actor) ? undefined : new Refusal(403, FORBIDDEN);
}

function parsed(call: Call, body: unknown): unknown {
  const read = call.body.safeParse(body ?? {});
  return read.success ? read.data : refuseFields(read.error.issues);
}

/** The body's e-mail must be the caller's own, except where the call says that it names another person. */
async function checkBodyEmail(call: Call, body: unknown, actor: Actor, ctx: Context) {
  const email = (body as { email?: unknown } | null)?.email;
  if (call.emailIsTarget || email === undefined) return;
  if (typeof email !== 'string') throw new Refusal(400, 'The request could not be read.');
  if (email.trim().toLowerCase() === actor.email.toLowerCase()) return;
  logSecurityEvent(ctx, 'authz_fail', { call: call.path });
  await countRefused(ctx, actor, call.path);
  throw new Refusal(403, FORBIDDEN);
}

/** Each write is an entry of the audit log, which is kept for ever. Staff change many things at once; a customer does not. */
async function checkCustomersWrites({ db, config }: Context, { writes }: Call, { id, kind }: Actor) {
  if (writes !== true || kind !== 'customer') return;
  const wait = await attemptAll(db, [`writes:${id}`, limits(config.RATE_PROFILE).customerWrites]);
  if (wait === 0) return;
  const { message, more } = retryLater('', wait);
  throw new Refusal(429, message, more);
}

const GZIP_FROM = 2_000;

async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  json: Buffer,
  gzip: () => Promise<Buffer> = () => Promise.resolve(gzipSync(json, { level: 1 })),
) {
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  const accepts = (request.headers['accept-encoding'] ?? '').includes('gzip');
  if (!accepts || json.length < GZIP_FROM) return reply.send(json);
  const zipped = await gzip();
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(zipped);
}

/** A file in the form that is asked for, CSV where nothing is. @param name ends in `.csv` */
function sendFile(request: FastifyRequest, reply: FastifyReply, name: string, sheet: Sheet) {
  const isWorkbook = (request.headers.accept ?? '').includes(WORKBOOK);
  const file = isWorkbook ? xlsxOf(sheet) : sheet.csv('csv');
  const shown = isWorkbook ? name.replace(/\.csv$/, '.xlsx') : name;
  return reply
    .headers({ 'content-type': isWorkbook ? WORKBOOK : 'text/csv; charset=utf-8', vary: 'accept' })
    .header('content-disposition', `attachment; filename="${shown}"`)
    .send(file);
}

function sendResult(request: FastifyRequest, reply: FastifyReply, call: Call, result: unknown) {
  if (call.document !== undefined && result instanceof DocumentFile)
    return reply
      .headers({ 'content-type': call.document, 'content-disposition': `attachment; filename="${result.name}"` })
      .send(result.bytes);
  if (call.download !== undefined && !(result instanceof PrebuiltJson))
    return sendFile(request, reply, call.download, result as Sheet);
  if (result instanceof PrebuiltJson) return sendJson(request, reply, 200, result.json, result.gzip);
  return sendJson(request, reply, 200, Buffer.from(JSON.stringify(result)));
}

/** JSON only where it is accepted explicitly: a browser that takes everything gets the file. */
const wantsJson = ({ headers: { accept = '' } }: FastifyRequest, call: Call): boolean =>
  call.orJson === true && accept.includes('application/json') && !accept.includes('text/csv');

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, 100) : undefined;
};

/** Session, audience, menu, role, body: no handler can forget them, because none sees a request. */
export const createCallHandler = (services: Services, options: CallHandlerOptions) => {
  const secure = services.config.PUBLIC_URL.startsWith('https:');

  const signedIn = async (request: FastifyRequest, call: Call) => {
    const token = request.headers.authorization;
    const actor = token === undefined ? undefined : await options.findSession(token);
    if (actor) request.log = request.log.child({ actor: actor.email });
    const refusal = denialOf(call, actor);
    if (!refusal) return actor;
    if (actor) logSecurityEvent({ log: request.log, client: request }, 'authz_fail', { call: call.path });
    throw refusal;
  };

  const bodyOf = async (request: FastifyRequest, call: Call, ctx: Context): Promise<unknown> => {
    if (!call.upload || (call.upload === 'optional' && !request.isMultipart())) return request.body ?? {};
    const { fields, file } = await readUpload(request);
    if (file) ctx.upload = file;
    return fields;
  };

  const run = async ({ call, handle }: Route, body: unknown, ctx: Context, write = ctx.write) => {
    const result = await handle(parsed(call, body), { ...ctx, write }).catch(async (error: unknown) => {
      await auditDenied(ctx, error);
      throw error;
    });
    const isFile = call.document !== undefined || (call.download !== undefined && !(result instanceof PrebuiltJson));
    if (options.checkReplies && !isFile) {
      const plain: unknown = JSON.parse(
        result instanceof PrebuiltJson ? result.json.toString() : JSON.stringify(result),
      );
      const checked = call.reply.safeParse(plain);
      if (!checked.success) throw new Error(`${call.path} answers out of contract: ${z.prettifyError(checked.error)}`);
      if (!isDeepStrictEqual(checked.data, plain)) throw new Error(`${call.path} answers more than its contract says`);
    }
    return result;
  };

  /** The write of a request that may be repeated. */
  const runOnce = (route: Route, body: unknown, ctx: Context, { id }: Actor, key: string): Promise<Answer> => {
    const asked = Buffer.concat([Buffer.from(JSON.stringify(body)), ctx.upload?.bytes ?? Buffer.alloc(0)]);
    const work = async (write: Write): Promise<Answer> => ({
      status: 200,
      reply: JSON.stringify(await run(route, body, ctx, write)),
    });
    const { path, secretReply: isSecret = false } = route.call;
    return withIdempotencyKey(ctx, { accountId: id, key, path, body: asked, isSecret }, work);
  };

  return (route: Route) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { call } = route;
    reply.header('cache-control', 'no-store');
    const actor = await signedIn(request, call);
    const isPublic = call.audience === 'public';
    const takesCodes = isPublic || call.sendsCode === true;
    const client = clientFor(request, reply, { secret: services.secret, secure, takesCodes });
    const { pool, db } = isPublic ? (options.logins ?? services) : services;
    const ctx: Context = { ...services, db, write: writeTo(pool), log: request.log, client };
    const body = await bodyOf(request, call, ctx);
    if (actor === undefined || isPublic) {
      return sendResult(request, reply, call, await run(route, body, { ...ctx, ...(actor && { actor }) }));
    }
    ctx.actor = actor;
    ctx.wantsJson = wantsJson(request, call);
    await checkBodyEmail(call, body, actor, ctx);
    await checkCustomersWrites(ctx, call, actor);
    if (isActivity(request, call)) await recordActivity(services.sessionPool, actor);
    const key = call.writes ? keyOf(request) : undefined;
    if (key === undefined) return sendResult(request, reply, call, await run(route, body, ctx));
    const answer = await runOnce(route, body, ctx, actor, key);
    return sendJson(request, reply, answer.status, Buffer.from(answer.reply));
  };
};
