import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One answer: a JSON body, a raw one, or none at all. */
export type Answer =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly raw: string; readonly headers?: Record<string, string> }
  | 'hang'
  | 'reset';

export const failure = (status: number, reason: string, message: string): Answer => ({
  status,
  json: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
});

function reply(answer: Answer, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.socket?.destroy();
    return;
  }
  const isJson = 'json' in answer;
  response.writeHead(answer.status ?? 200, isJson ? { 'content-type': 'application/json' } : (answer.headers ?? {}));
  response.end(isJson ? JSON.stringify(answer.json) : answer.raw);
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/**
 * A server that answers calls of the API and calls for tokens from two lists, in order, and writes down what came.
 * When the list of token answers is empty it gives `token-1`, `token-2`, …
 */
export async function startScriptedGoogle() {
  const script: Answer[] = [];
  const tokenScript: Answer[] = [];
  const calls: { method: string; path: string; bearer: string; body: unknown }[] = [];
  let tokens = 0;
  const unscripted = () => failure(400, 'badRequest', 'The test has no answer for this call');
  let otherwise: (method: string) => Answer = unscripted;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    if (request.url === '/token') {
      tokens += 1;
      const given = { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3599 };
      reply(tokenScript.shift() ?? { json: given }, response);
      return;
    }
    const { method = '', url: path = '', headers } = request;
    const bearer = (headers.authorization ?? '').replace('Bearer ', '');
    calls.push({ method, path, bearer, body: body === '' ? null : JSON.parse(body) });
    reply(script.shift() ?? otherwise(method), response);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    options: {
      baseUrl: url,
      tokenUrl: `${url}/token`,
      serviceAccountJson: JSON.stringify({ client_email: 'desk@project.example', private_key: privateKey }),
      subject: 'admin@reseller.example',
    },
    calls,
    tokenCalls: () => tokens,
    answers: (...next: readonly Answer[]) => void script.push(...next),
    tokenAnswers: (...next: readonly Answer[]) => void tokenScript.push(...next),
    /** For calls that come after the last answer of the list. */
    answersOtherwise: (answer: (method: string) => Answer) => void (otherwise = answer),
    /** Answers that nobody asked for. */
    left: () => script.length,
    reset() {
      script.length = tokenScript.length = calls.length = tokens = 0;
      otherwise = unscripted;
    },
    async stop() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
