import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleError } from './problems.ts';
import { readUpload } from './uploads.ts';

async function upload({ file = 'list.csv', field = 'month' }) {
  const app = Fastify();
  await app.register(multipart);
  app.setErrorHandler(handleError);
  app.post('/', async (request) => {
    const { fields, file: read } = await readUpload(request);
    return { fields, name: read?.name };
  });
  const part = (head: string, text: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const payload = `${part(`name="${field}"`, '7')}${part(`name="file"; filename="${file}"`, 'a,b')}--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await app.inject({ method: 'POST', url: '/', payload, headers });
  return { status: answer.statusCode, reply: answer.json<{ name?: string; fields?: unknown }>() };
}

test('a file keeps its name, without what a log or the database cannot hold', async () => {
  expect((await upload({ file: 'June renewals.csv' })).reply).toEqual({
    fields: { month: 7 },
    name: 'June renewals.csv',
  });
  expect((await upload({ file: 'a\u001b[31mb\u0007.csv' })).reply.name).toBe('a[31mb.csv');
});

test('a long name is not cut in the middle of a character', async () => {
  const { reply } = await upload({ file: `${'a'.repeat(199)}👍.csv` });
  expect(reply.name).toBe('a'.repeat(199));
});

test.each(['__proto__', 'constructor', 'hasOwnProperty'])(
  'a field named %s is refused without a trace',
  async (field) => {
    expect((await upload({ field })).status).toBe(400);
    expect(Object.hasOwn(Object.prototype, '7')).toBe(false);
  },
);
