import type { ServerResponse } from 'node:http';
import { answerJson } from '../loopback/serve.ts';

const HTML = '<!DOCTYPE html><html><title>JumpCloud</title><h1>We will be back soon.</h1></html>';

export const JUMPCLOUD_FAULTS = [
  'throttled',
  'exhausted',
  'unavailable',
  'unauthorized',
  'forbidden',
  'odd-shape',
  'html',
  'html-200',
  'timeout',
  'reset',
  'redirect',
  'huge',
] as const;
export type JumpCloudFault = (typeof JUMPCLOUD_FAULTS)[number];

const html = (response: ServerResponse, status: number) =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end(HTML);

/** How a fault answers, or does not. */
export const faultAnswers: Record<JumpCloudFault, (response: ServerResponse) => void> = {
  exhausted(response) {
    response.setHeader('retry-after', '1800');
    answerJson(response, 429, { message: 'Too Many Requests' });
  },
  throttled(response) {
    response.setHeader('retry-after', '7');
    answerJson(response, 429, { message: 'Too Many Requests' });
  },
  unavailable: (response) => answerJson(response, 503, { message: 'Service Unavailable' }),
  unauthorized: (response) => answerJson(response, 401, { message: 'Unauthorized' }),
  forbidden: (response) => answerJson(response, 403, { message: 'Forbidden' }),
  'odd-shape': (response) => answerJson(response, 200, { results: 'none', _id: 7 }),
  html: (response) => html(response, 502),
  'html-200': (response) => html(response, 200),
  timeout: () => undefined,
  reset: (response) => void response.destroy(),
  redirect: (response) => void response.writeHead(302, { location: '/__admin/state' }).end(),
  huge: (response) => void response.writeHead(200).end(Buffer.alloc(20_000_000, ' ')),
};
