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
  await mailbox().readUnread(async (mail) => {
    const { raw } = await mail.read('whole');
    mails.push(Buffer.from(raw).toString());
    await mail.markRead();
  }, never);
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

test('a mail that is not marked as read is handed over again, under the same key', async () => {
  for (const name of ['one', 'two', 'three']) inbox.add(Buffer.from(`Subject: ${name}\r\n\r\n`));
  const keys: string[][] = [[], []];
  for (const look of keys)
    await mailbox().readUnread(async (mail) => {
      look.push(mail.key);
      if (look.length !== 2) await mail.markRead();
    }, never);
  expect(keys.map(({ length }) => length)).toEqual([3, 1]);
  expect(keys[1]?.[0]).toBe(keys[0]?.[1]);
});

test('the head of a mail is read alone, where the mailbox does not give out the rest too', async () => {
  const { receivedAt } = inbox.add(Buffer.from('Subject: One\r\nFrom: a@b.example\r\n\r\nText\r\n'), 'no body');
  await mailbox().readUnread(async (mail) => {
    await expect(mail.read('whole')).rejects.toThrow();
    const { raw, receivedAt: at } = await mail.read('head');
    expect(Buffer.from(raw).toString()).toBe('Subject: One\r\nFrom: a@b.example\r\n\r\n');
    expect(Math.abs(at.getTime() - receivedAt.getTime())).toBeLessThan(1_000);
  }, never);
});

test('what somebody deletes meanwhile, or the line is cut at, is a failure of that mail', async () => {
  const { uid } = inbox.add(Buffer.from('Subject: One\r\n\r\n'));
  inbox.add(Buffer.from('Subject: Two\r\n\r\n'), 'hangs up');
  const failures: unknown[] = [];
  const reading = mailbox().readUnread(async (mail) => {
    inbox.remove(uid);
    await mail.read('whole').catch((error: unknown) => failures.push(error));
  }, never);
  await expect(reading).rejects.toThrow('The mailbox has hung up.');
  expect(failures).toHaveLength(2);
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
