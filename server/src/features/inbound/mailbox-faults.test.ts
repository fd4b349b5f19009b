import { inbound } from '@desk/contract/renewal-work/inbound';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startImap } from '../../../../simulators/mailbox/imap.ts';
import { makeInbox } from '../../../../simulators/mailbox/inbox.ts';
import { makeMailbox } from '../../integrations/mail/imap-mailbox.ts';
import { readMailbox } from './jobs.ts';
import { deskWithMail, MONDAY, rawMail } from './testing/desk-with-mail.ts';

const inbox = makeInbox(() => MONDAY.getTime());
const imap = await startImap(inbox);
beforeEach(() => inbox.clear());
afterAll(() => imap.stop());

/** Minutes after which a mail that has failed for the first time, the second, … is tried again. */
const PAUSES = [1, 5, 15, 60, 180];

/** A desk that reads the mailbox, and whose database can refuse. */
async function deskThatReads() {
  const room = await deskWithMail({ clients: { mailbox: makeMailbox({ url: imap.url, timeoutMs: 5_000 }) } });
  const { db } = room.desk;
  await db.execute(sql`create sequence tries`);
  const mend = async () => {
    await db.execute(sql`drop sequence if exists tries cascade; drop function if exists refuses cascade`);
  };
  onTestFinished(mend);
  return {
    ...room,
    look: () => readMailbox({}, room.desk.services, new AbortController().signal),
    /** Has the database refuse rows whose text, or whatever they are, is so; how often it has stands in a sequence, which no rollback resets. */
    refuse: async (like: string, ...tables: string[]) => {
      await db.execute(
        sql.raw(`create function refuses() returns trigger language plpgsql security definer as $$ begin
          if new::text like '${like}' then perform nextval('tries'); raise exception 'It is refused'; end if; return new; end $$`),
      );
      for (const table of tables)
        await db.execute(
          sql.raw(`create trigger refuses before insert or update on ${table} for each row execute function refuses()`),
        );
    },
    mend,
    tries: async () => {
      const { rows } = await db.execute<{ tries: number }>(
        sql`select case when is_called then last_value else 0 end::int as tries from tries`,
      );
      return rows[0]?.tries;
    },
    texts: async () => (await room.kept()).map(({ text }) => text),
  };
}

const unread = () => inbox.list().flatMap(({ uid, flags }) => (flags.has(String.raw`\Seen`) ? [] : [uid]));
const UNTAKEN = /^Mails that could not be taken in yet, and are tried again: \d+\.$/;

test('mails at the head that fail keep no other from being read in the same look, and are tried again after a while', async () => {
  const room = await deskThatReads();
  await room.refuse('%Poison%', 'inbound_messages');
  for (let n = 0; n < 8; n += 1) inbox.add(rawMail({ text: `Poison ${n}` }));
  inbox.add(rawMail({ text: 'Good' }));

  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect(await room.texts()).toEqual(['Good']);
  expect([await room.tries(), unread().length]).toEqual([8, 8]);

  inbox.add(rawMail({ text: 'Later' }));
  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect([await room.texts(), await room.tries()]).toEqual([['Good', 'Later'], 8]);

  room.later(1);
  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect(await room.tries()).toBe(16);
  room.later(4);
  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect(await room.tries()).toBe(16);

  await room.mend();
  room.later(1);
  await room.look();
  expect(unread()).toEqual([]);
  expect((await room.texts()).slice(2)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `Poison ${n}`));
});

test('a mail that fails again and again stands in the queue of who looks after what is nobody’s, with what could be read', async () => {
  const room = await deskThatReads();
  await room.refuse('%Poison%', 'inbound_messages');
  const mail = { from: 'ravi@acme.example', to: (await room.sent()).address, subject: 'Renew it', text: 'Poison' };
  inbox.add(rawMail(mail));
  for (const pause of PAUSES) {
    await expect(room.look()).rejects.toThrow(UNTAKEN);
    room.later(pause);
  }
  expect([await room.tries(), await room.kept()]).toEqual([5, []]);

  await room.look();
  await room.look();

  expect([await room.tries(), unread()]).toEqual([5, []]);
  // Whose session has not ended meanwhile.
  const asha = await room.desk.as({ email: 'asha@desk.example', menus: ['get_renewal_data', 'manager_renewal_team'] });
  const { messages } = (await asha.calls(inbound.list, { show: 'unmatched' })).reply;
  expect(messages).toMatchObject([
    { from: mail.from, subject: 'Renew it', received_at: MONDAY.toISOString(), company_name: null, settled_at: null },
  ]);
  expect(messages[0]?.top).toBe('This mail could not be taken in (It is refused). Look for it in the mailbox.');
});

test('where all mails fail, twenty are tried in a look, and others in the next', async () => {
  const room = await deskThatReads();
  await room.refuse('%Poison%', 'inbound_messages');
  for (let n = 0; n < 25; n += 1) inbox.add(rawMail({ text: 'Poison' }));
  inbox.add(rawMail({ text: 'Good' }));
  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect([await room.tries(), await room.texts()]).toEqual([20, []]);
  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect([await room.tries(), await room.texts()]).toEqual([25, ['Good']]);
});

test('a database that fails as a whole ends the look: no mail pays for it', async () => {
  const room = await deskThatReads();
  await room.refuse('%', 'inbound_messages', 'unread_mails');
  for (let n = 0; n < 8; n += 1) inbox.add(rawMail());

  await expect(room.look()).rejects.toThrow();
  // The note that it is read now.
  expect(await room.tries()).toBe(1);

  await room.mend();
  await room.look();
  expect([await room.kept(), unread()]).toMatchObject([Array(8).fill({}), []]);
});

test.each([
  ['does not give out', 'no body', 'ravi@acme.example', 'Renew it'],
  ['hangs up on', 'hangs up', '', ''],
] as const)(
  'a mail that the mailbox %s keeps no other from its turn, and is told of',
  async (_, fault, from, subject) => {
    const room = await deskThatReads();
    inbox.add(rawMail({ subject: 'Renew it', text: 'Lost' }), fault);
    inbox.add(rawMail({ text: 'Good' }));
    await expect(room.look()).rejects.toThrow();
    await expect(room.look()).rejects.toThrow(UNTAKEN);
    expect(await room.texts()).toEqual(['Good']);

    for (const pause of [...PAUSES, 180]) {
      room.later(pause);
      await room.look().catch(() => undefined);
    }

    expect(unread()).toEqual([]);
    const [, second] = await room.kept();
    expect(second).toMatchObject({ kind: 'reply', from, subject, customerId: null, settledAt: null });
    expect(second?.text).toMatch(/^This mail could not be taken in \(.+\)\. Look for it in the mailbox\.$/);
    await expect(room.look()).resolves.toBeUndefined();
  },
);

test('what somebody deletes while it fails is forgotten', async () => {
  const room = await deskThatReads();
  const { uid } = inbox.add(rawMail(), 'no body');
  await expect(room.look()).rejects.toThrow(UNTAKEN);
  inbox.remove(uid);
  await room.look();
  await room.look();
  expect(await room.kept()).toEqual([]);
});

test('a mail that ends the server is passed over by the next one, and read once more after a while', async () => {
  const room = await deskThatReads();
  inbox.add(rawMail({ text: 'Heavy' }));
  inbox.add(rawMail({ text: 'Good' }));
  const { services } = room.desk;
  // A process that ends neither goes on nor tells why; what it holds is free then.
  const ended = new Promise<void>((reached) => {
    const { db } = services;
    const transaction = () => (reached(), new Promise<never>(() => undefined));
    const ending = { ...services, db: Object.assign(Object.create(db) as typeof db, { transaction }) };
    void readMailbox({}, ending, new AbortController().signal);
  });
  await ended;
  await room.desk.pool.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and a.datname = current_database()`,
  );

  await expect(room.look()).rejects.toThrow(UNTAKEN);
  expect(await room.texts()).toEqual(['Good']);
  room.later(1);
  await room.look();
  expect([await room.texts(), unread()]).toEqual([['Good', 'Heavy'], []]);
});

test('who stops notes nothing against the mail that is under way', async () => {
  const room = await deskThatReads();
  inbox.add(rawMail());
  const stopping = new AbortController();
  const { services } = room.desk;
  const stops = { ...services, announce: () => stopping.abort() };
  await readMailbox({}, stops, stopping.signal);
  await room.look();
  expect([await room.texts(), unread()]).toEqual([['Call me'], []]);
});
