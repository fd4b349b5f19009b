import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
export function scriptGoogle() {
  const script: Answer[] = [];
  const tokenScript: Answer[] = [];
  const calls: { method: string; path: string; bearer: string; body: unknown }[] = [];
  let tokens = 0;
  const unscripted = () => failure(400, 'badRequest', 'The test has no answer for this call');
  let otherwise: (method: string) => Answer = unscripted;
  let server: Server | undefined;

  function handle({ method = '', url: path = '', headers }: IncomingMessage, body: string): Answer {
    if (path === '/token') {
      tokens += 1;
      const given = { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3599 };
      return tokenScript.shift() ?? { json: given };
    }
    const bearer = (headers.authorization ?? '').replace('Bearer ', '');
    calls.push({ method, path, bearer, body: body === '' ? null : JSON.parse(body) });
    return script.shift() ?? otherwise(method);
  }

  return {
    get options() {
      const baseUrl = `http://127.0.0.1:${(server?.address() as AddressInfo).port}`;
      return {
        baseUrl,
        tokenUrl: `${baseUrl}/token`,
        serviceAccountJson: JSON.stringify({ client_email: 'desk@project.example', private_key: privateKey }),
        subject: 'admin@reseller.example',
      };
    },
    calls,
    tokenCalls: () => tokens,
    answers: (...next: readonly Answer[]) => void script.push(...next),
    tokenAnswers: (...next: readonly Answer[]) => void tokenScript.push(...next),
    /** For calls that come after the last answer of the list. */
    answersOtherwise: (answer: (method: string) => Answer) => void (otherwise = answer),
    /** Answers that nobody asked for. */
    left: () => script.length,
    /** Each test begins anew, at an address of its own: a call that an earlier one gave up may still be on its way. */
    async begin() {
      script.length = tokenScript.length = calls.length = tokens = 0;
      otherwise = unscripted;
      const mine = createServer((request, response) => {
        const result = text(request).then((body) => server === mine && reply(handle(request, body), response));
        // The client has closed the connection.
        result.catch(() => response.destroy());
      });
      await new Promise<void>((ready) => mine.listen(0, '127.0.0.1', ready));
      server = mine;
    },
    async end() {
      const ended = server;
      server = undefined;
      const closed = new Promise((done) => ended?.close(done));
      ended?.closeAllConnections();
      await closed;
    },
  };
}
