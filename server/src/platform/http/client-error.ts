import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { securityHeaders } from './headers.ts';
import { messageOf } from './problems.ts';

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers what never became a request, because it cannot be read or takes too long: in the shape of any other problem. */
export const answerClientError =
  (secure: boolean, log: FastifyBaseLogger) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse };
    const status = STATUS[error.code ?? ''] ?? 400;
    const isFree = socket.writable && socket.writableLength === 0 && answer?.headersSent !== true;
    if (error.code !== 'ECONNRESET' && isFree) {
      const request_id = crypto.randomUUID();
      log.info({ event: 'request_unreadable', request_id, status, code: error.code, ip: socket.remoteAddress });
      const body = JSON.stringify({ error: true, message: messageOf(status), request_id });
      const headers = {
        ...securityHeaders(secure),
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
    }
    socket.destroy();
  };
