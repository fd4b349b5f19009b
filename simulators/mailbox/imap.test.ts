import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { imapOptions, makeMailbox } from '../../server/src/integrations/mail/imap-mailbox.ts';
import { startImap } from './imap.ts';
import { makeInbox } from './inbox.ts';

const inbox = makeInbox();
let imap: Awaited<ReturnType<typeof startImap>>;
const never = new AbortController().signal;
beforeAll(async () => void (imap = await startImap(inbox)));
beforeEach(() => {
  inbox.clear();
  imap.refuse(false);
});
afterAll(() => imap.stop());

const mailbox = () => makeMailbox({ url: imap.url, timeoutMs: 5_000 });
const read = async () => {
  const mails: string[] = [];
  const { failures } = await mailbox().readUnread(
    (raw) => Promise.resolve(mails.push(Buffer.from(raw).toString())),
    never,
  );
  expect(failures).toEqual([]);
  return mails;
};

test('unread mails are read once, byte by byte, the oldest first', async () => {
  const [first, second] = [
    'Subject: One\r\n\r\nGrüße (a) {5}\r\n* 1 FETCH\r\n',
    `Subject: Two\r\n\r\n${'x'.repeat(300_000)}\r\n`,
  ];
  inbox.add(Buffer.from(first));
  inbox.add(Buffer.from(second));

  expect(await read()).toEqual([first, second]);
  expect(await read()).toEqual([]);
  inbox.add(Buffer.from(first));
  expect(await read()).toEqual([first]);
});

test('a mail that could not be taken stays unread, and keeps no other from its turn', async () => {
  for (const name of ['one', 'two', 'three']) inbox.add(Buffer.from(`Subject: ${name}\r\n\r\n`));
  const taken: string[] = [];
  const found = await mailbox().readUnread((raw) => {
    const text = Buffer.from(raw).toString();
    if (text.includes('two')) return Promise.reject(new Error('The database is away'));
    return Promise.resolve(taken.push(text));
  }, never);

  expect([found.read, found.failures.length, taken.length]).toEqual([2, 1, 2]);
  expect(await read()).toEqual(['Subject: two\r\n\r\n']);
});

test('a mailbox that hangs up, or knows the name not, is a failure', async () => {
  imap.refuse(true);
  await expect(read()).rejects.toThrow();
  imap.refuse(false);
  const wrong = makeMailbox({ url: imap.url.replace('demo', 'wrong') });
  await expect(wrong.readUnread(() => Promise.resolve(), never)).rejects.toThrow();
  const elsewhere = makeMailbox({ url: imap.url.replace('INBOX', 'Elsewhere') });
  await expect(elsewhere.readUnread(() => Promise.resolve(), never)).rejects.toThrow();
});

test('who stops waits for no mailbox', async () => {
  inbox.add(Buffer.from('Subject: One\r\n\r\n'));
  const stopping = new AbortController();
  const reading = mailbox().readUnread(() => {
    stopping.abort();
    return Promise.resolve();
  }, stopping.signal);
  await expect(reading).rejects.toThrow();
});

test.each([
  [
    'imaps://desk%40a.example:p%2Fw@mail.example/Answers',
    'mail.example',
    993,
    true,
    undefined,
    'Answers',
    'desk@a.example',
    'p/w',
  ],
  ['imap://u:p@mail.example', 'mail.example', 143, false, true, 'INBOX', 'u', 'p'],
  ['imap://u:p@mail.lan:1143/?ignoreTLS=true', 'mail.lan', 1143, false, false, 'INBOX', 'u', 'p'],
  ['imap://u:p@127.0.0.1:1143/', '127.0.0.1', 1143, false, false, 'INBOX', 'u', 'p'],
])('%s', (url, host, port, secure, doSTARTTLS, folder, user, pass) => {
  const auth = { user, pass };
  expect(imapOptions(url)).toEqual({
    folder,
    connection: { host, port, secure, auth, ...(doSTARTTLS !== undefined && { doSTARTTLS }) },
  });
});

test('a client whose process is killed takes nobody else along', async () => {
  const { hostname, port } = new URL(imap.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'data');
  socket.write('a1 LOGIN renew demo\r\n');
  // What a kill does to a line on which something is still to be read.
  socket.resetAndDestroy();
  await once(socket, 'close');
  const other = connect({ host: hostname, port: Number(port) });
  const [greeting] = (await once(other, 'data')) as [Buffer];
  expect(greeting.toString()).toMatch(/^\* OK/);
  other.destroy();
});
