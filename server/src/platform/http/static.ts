import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accentStyles } from '@desk/contract/rules/accent';
import { ACCENT_PATH, withBusiness, type Business } from '@desk/contract/rules/business';
import { LOGO_PATH } from '@desk/contract/rules/logo';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../html/markup.ts';

const PAGE = 'index.html';
const ASSETS = 'assets';
const ASKED_ANEW = 'public, max-age=0';
const FOR_EVER = 'public, max-age=31536000, immutable';

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The one page of the app, with what must be known before anything is drawn: a call could only answer after that. */
function createPage(source: string, business: Business): SendPage {
  const page = withBusiness(source, business);
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  return (request, reply) => {
    void reply.header('cache-control', ASKED_ANEW).header('etag', tag).type('text/html; charset=utf-8');
    // A proxy that compresses makes the tag a weak one.
    const isKnown = reply.statusCode === 200 && request.headers['if-none-match']?.includes(tag);
    return isKnown ? reply.code(304).send() : reply.send(page);
  };
}

/** What the page links to where the accent is not the standard one. */
export function serveAccent(app: FastifyInstance, { accent }: Business): void {
  const styles = accentStyles(accent);
  app.get(ACCENT_PATH, (_request, reply) =>
    reply.header('cache-control', ASKED_ANEW).type('text/css; charset=utf-8').send(styles),
  );
}

/** The initial of the name in its colour, as the screens draw it. */
function initialOf({ brand, accent }: Business): { type: string; bytes: Uint8Array } {
  const { source } = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${accent}" /><text x="12" y="16.6" text-anchor="middle" font-family="system-ui, sans-serif" font-size="13" font-weight="700" fill="#fff">${brand.charAt(0)}</text></svg>`; // prettier-ignore
  return { type: 'image/svg+xml', bytes: Buffer.from(source) };
}

/** The picture beside the name and on the tab of the browser. Opened by itself it may not run anything either. */
export function serveLogo(
  app: FastifyInstance,
  business: Business,
  logo: { type: string; bytes: Uint8Array } = initialOf(business),
): void {
  const bytes = Buffer.from(logo.bytes);
  app.get(LOGO_PATH, (_request, reply) =>
    reply
      .header('cache-control', ASKED_ANEW)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .type(logo.type)
      .send(bytes),
  );
}

/**
 * The built browser app. What lies in `assets` has its content in its name and is kept for ever; the rest is asked for anew.
 * Returns what sends its page.
 */
export async function serveWeb(app: FastifyInstance, folder: string, business: Business): Promise<SendPage> {
  const served = { preCompressed: true, index: false, cacheControl: false } as const;
  const assets = join(folder, ASSETS);
  await app.register(files, {
    ...served,
    root: assets,
    serve: false,
    setHeaders: (response) => void response.header('cache-control', FOR_EVER),
  });
  // One route for all of them: with one for each file a start would take a tenth longer.
  const names = new Set(existsSync(assets) ? readdirSync(assets) : []);
  app.get<{ Params: { '*': string } }>(`/${ASSETS}/*`, ({ params: { '*': name } }, reply) => {
    // Not returned: each time an answer is awaited, listeners are added to it.
    if (names.has(name)) void reply.sendFile(name);
    else reply.callNotFound();
  });
  await app.register(files, {
    ...served,
    root: folder,
    wildcard: false,
    globIgnore: [`${PAGE}*`, `${ASSETS}/**`],
    decorateReply: false,
    setHeaders: (response) => void response.header('cache-control', ASKED_ANEW),
  });
  const sendPage = createPage(readFileSync(join(folder, PAGE), 'utf8'), business);
  app.get(`/${PAGE}`, sendPage);
  return sendPage;
}
