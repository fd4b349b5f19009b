import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deskWithMail, rawMail } from './testing/desk-with-mail.ts';

test('the key to an offer that an answer quotes is kept nowhere, also where quoting has broken it', async () => {
  const room = await deskWithMail();
  const { address } = await room.sent();
  const token = 'Ab3_-'.repeat(9).slice(0, 43);
  const broken = `${token.slice(0, 30)}\r\n> ${token.slice(30)}`;
  const text = `Call me\r\n> http://desk.example/d/${token}\r\n> again http://desk.example/d/${broken} .`;
  await room.receive(rawMail({ to: address, text, subject: `Re: http://desk.example/d/${token}` }));
  const { rows } = await room.desk.db.execute<{ all: string }>(
    sql`select string_agg(m::text, '') || (select string_agg(c::text, '') from renewal_comments c) || (select string_agg(a::text, '') from audit_log a) as all from inbound_messages m`,
  );
  expect(rows[0]?.all).toContain('/d/…');
  expect(rows[0]?.all).not.toContain(token.slice(0, 30));
  expect(rows[0]?.all).not.toContain(token.slice(30));
});

test('their own documents stay, also of 43 characters; a key that a mail filter has wrapped does not', async () => {
  const room = await deskWithMail();
  const { address } = await room.sent();
  const id = 'Ab3_-'.repeat(9).slice(0, 43);
  const theirs = [`https://docs.google.com/spreadsheets/d/${id}x/edit`, `https://drive.google.com/file/d/${id.slice(10)}\r\nAttachments`, `https://docs.google.com/document/d/${id}`]; // prettier-ignore
  const wrapped = `https://in.safelinks.example/?url=https%3A%2F%2Fdesk.example%2Fd%2F${id}&data=1`;
  await room.receive(rawMail({ to: address, text: [...theirs, wrapped].join('\r\n') }));
  const [mail] = await room.kept();
  for (const one of theirs) expect(mail?.text.replace(/\r?\n/g, ' ')).toContain(one.replace('\r\n', ' '));
  expect(mail?.text).toContain('%2Fd%2F…&data=1');
});
