import { expect, test } from 'vitest';
import { messageIdOf, outboxIdIn } from './message-id.ts';
import { answerAddress, replyTokenIn, withReplyToken } from './reply-token.ts';

test.each([
  ['Reseller Desk <desk@reseller.example>', '<desk-outbox-7@rs.reseller.example>'],
  ['desk@reseller.example', '<desk-outbox-7@rs.reseller.example>'],
  ['Reseller Desk', '<desk-outbox-7@rs.localhost>'],
])('a mail from %s carries its own id, which names the message', (from, id) => {
  expect(messageIdOf({ id: 7, createdAt: new Date(1_000) }, from)).toBe(id);
  expect(outboxIdIn(id)).toBe(7);
});

test.each([
  '<7@reseller.example>',
  '<desk-outbox-0@rs.x>',
  '<desk-outbox-99999999999@rs.x>',
  '<desk-outbox-7@rs.x',
  '',
])('%s is the id of no message of ours', (id) => expect(outboxIdIn(id)).toBeUndefined());

test('a mail is answered to an address of its own, whatever becomes of its letters on the way; no other channel is', () => {
  const { replyToken = '' } = withReplyToken<{ channel: string; replyToken?: string }>({ channel: 'Email' });
  const address = answerAddress('renew@reseller.example', replyToken);

  expect(address).toMatch(/^renew\+[0-9a-f]{32}@reseller\.example$/);
  expect(replyTokenIn(address.toUpperCase())).toBe(replyToken);
  expect(withReplyToken({ channel: 'Email', replyToken }).replyToken).toBe(replyToken);
  expect(withReplyToken({ channel: 'WhatsApp', replyToken: null }).replyToken).toBeNull();
  expect(replyTokenIn('renew+vip@reseller.example')).toBeUndefined();
});
