import type { ServerResponse } from 'node:http';
import { answerJson } from '../loopback/serve.ts';

const HTML = '<!DOCTYPE html><html><title>Zoho</title><h1>Sorry, this page is on a break.</h1></html>';

/** `applied-but-answer-lost` cuts the connection after the call is done, `reset` before. */
export const ZOHO_FAULTS = [
  'throttled',
  'throttled-long',
  'unavailable',
  'unauthorized',
  'out-of-scope',
  'refused-with-200',
  'refused-by-books',
  'books-daily-limit',
  'books-no-right',
  'books-suspended',
  'html',
  'html-200',
  'timeout',
  'reset',
  'applied-but-answer-lost',
  'redirect',
  'huge',
] as const;
export type ZohoFault = (typeof ZOHO_FAULTS)[number];

const html = (response: ServerResponse, status: number) =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end(HTML);

const TOO_MANY = { code: 'TOO_MANY_REQUESTS', details: {}, message: 'too many requests', status: 'error' };
const INVALID_TOKEN = { code: 'INVALID_TOKEN', details: {}, message: 'invalid oauth token', status: 'error' };
const OUT_OF_SCOPE = {
  ...INVALID_TOKEN,
  code: 'OAUTH_SCOPE_MISMATCH',
  message: 'invalid oauth scope to access this URL',
};
const INTERNAL = { code: 'INTERNAL_ERROR', details: {}, message: 'internal error', status: 'error' };
/** A refusal of the token service and of a row alike. */
const REFUSED = {
  error: 'invalid_code',
  data: [{ code: 'NOT_ALLOWED', details: {}, message: 'record is locked', status: 'error' }],
};

/** How a fault answers, or does not. */
export const faultAnswers: Record<ZohoFault, (response: ServerResponse) => void> = {
  throttled(response) {
    response.setHeader('retry-after', '7');
    answerJson(response, 429, TOO_MANY);
  },
  'throttled-long'(response) {
    response.setHeader('retry-after', '600');
    answerJson(response, 429, TOO_MANY);
  },
  unavailable: (response) => answerJson(response, 503, INTERNAL),
  unauthorized: (response) => answerJson(response, 401, INVALID_TOKEN),
  'out-of-scope': (response) => answerJson(response, 401, OUT_OF_SCOPE),
  'refused-with-200': (response) => answerJson(response, 200, REFUSED),
  'refused-by-books': (response) => answerJson(response, 200, { code: 1002, message: 'It does not exist.' }),
  'books-daily-limit': (response) => answerJson(response, 400, { code: 45, message: 'The daily limit is reached.' }),
  'books-no-right': (response) => answerJson(response, 400, { code: 57, message: 'You are not authorized.' }),
  'books-suspended': (response) => answerJson(response, 400, { code: 9000, message: 'The organisation is suspended.' }),
  html: (response) => html(response, 502),
  'html-200': (response) => html(response, 200),
  timeout: () => undefined,
  reset: (response) => void response.destroy(),
  'applied-but-answer-lost': (response) => void response.destroy(),
  redirect: (response) => void response.writeHead(302, { location: '/__admin/state' }).end(),
  huge: (response) => void response.writeHead(200).end(Buffer.alloc(20_000_000, ' ')),
};
