import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const LONGEST_BODY = 1_000_000;

/** Serve on 127.0.0.1 only; port 0 takes any free one. Rejects with EADDRINUSE where the port is taken. */
export async function serveOnLoopback(handle: Handler, port: number) {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else answerJson(response, 500, { message: error instanceof Error ? error.message : 'The simulator failed' });
    });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LONGEST_BODY) throw new Error('The body is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The fields of a form, as a page sends them (`multipart/form-data`) or as the end of an address. */
export async function formOf(text: string, contentType = ''): Promise<URLSearchParams> {
  if (!contentType.startsWith('multipart/form-data')) return new URLSearchParams(text);
  const form = await new Response(text, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData());
  const fields = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
  return new URLSearchParams(fields);
}

/** The JSON of a text, or undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
