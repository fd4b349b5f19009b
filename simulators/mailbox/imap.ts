import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { timingSafeEqual, createHash } from 'node:crypto';
import { answerUid, faultOf, wordsOf } from './imap-commands.ts';
import type { Inbox } from './inbox.ts';

const CAPABILITY = 'CAPABILITY IMAP4rev1 UIDPLUS';
const FLAGS = String.raw`(\Seen \Answered \Flagged \Deleted \Draft)`;

interface Login {
  user: string;
  password: string;
}

interface Session {
  isLoggedIn: boolean;
  isSelected: boolean;
}

type Answer = { before?: string | Buffer; line: string; ends?: boolean } | 'hangs up';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

const selected = (inbox: Inbox): string =>
  [
    `* FLAGS ${FLAGS}`,
    `* ${inbox.list().length} EXISTS`,
    '* 0 RECENT',
    '* OK [UIDVALIDITY 1] UIDs are valid',
    `* OK [UIDNEXT ${inbox.next()}] Next UID`,
    `* OK [PERMANENTFLAGS ${FLAGS}] Flags are kept`,
    '',
  ].join('\r\n');

type Command = (session: Session, given: readonly string[]) => Answer;

const done: Answer = { line: 'OK Done' };

/** What a client may ask before it has logged in. */
const outside = (login: Login): Readonly<Record<string, Command>> => ({
  CAPABILITY: () => ({ before: `* ${CAPABILITY}\r\n`, line: 'OK Done' }),
  NOOP: () => done,
  LOGOUT: () => ({ before: '* BYE Come again\r\n', line: 'OK Done', ends: true }),
  LOGIN: (session, [user = '', password = '']) => {
    session.isLoggedIn = isSame(user, login.user) && isSame(password, login.password);
    if (!session.isLoggedIn) return { line: 'NO [AUTHENTICATIONFAILED] Wrong name or password' };
    return { line: `OK [${CAPABILITY}] Welcome` };
  },
});

/** What it may ask then. */
function inside(inbox: Inbox): Readonly<Record<string, Command>> {
  const list =
    (name: string): Command =>
    (_session, [, wanted]) => ({
      before: wanted === '' ? `* ${name} (\\Noselect) "/" ""\r\n` : `* ${name} () "/" INBOX\r\n`,
      line: 'OK Done',
    });
  const select: Command = (session, [folder = '']) => {
    if (folder.toUpperCase() !== 'INBOX') return { line: 'NO There is no such folder' };
    session.isSelected = true;
    return { before: selected(inbox), line: 'OK [READ-WRITE] Done' };
  };
  const close: Command = (session) => {
    session.isSelected = false;
    return done;
  };
  const byUid: Command = ({ isSelected }, given) => {
    const fault = faultOf(inbox, given);
    if (fault !== undefined) return fault === 'hangs up' ? fault : { line: 'NO It cannot be read' };
    const before = isSelected ? answerUid(inbox, given) : undefined;
    return before ? { before, line: 'OK Done' } : { line: 'BAD Not here' };
  };
  return { LIST: list('LIST'), LSUB: list('LSUB'), SELECT: select, CLOSE: close, UNSELECT: close, UID: byUid };
}

function answering(inbox: Inbox, login: Login) {
  const [before, after] = [outside(login), inside(inbox)];
  return (session: Session, [command = '', ...given]: readonly string[]): Answer => {
    const name = command.toUpperCase();
    const known = before[name] ?? (session.isLoggedIn ? after[name] : undefined);
    return known ? known(session, given) : { line: 'BAD This is not known here' };
  };
}

/** A mailbox as IMAP4rev1 (RFC 3501) shows it, as far as whoever reads it needs. */
export async function startImap(inbox: Inbox, port = 0) {
  const login: Login = { user: 'renew', password: 'demo' };
  const sockets = new Set<Socket>();
  const answer = answering(inbox, login);
  let isRefusing = false;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isRefusing) {
      socket.destroy();
      return;
    }
    const session: Session = { isLoggedIn: false, isSelected: false };
    socket.write(`* OK [${CAPABILITY}] Mailbox\r\n`);
    const lines = createInterface({ input: socket, crlfDelay: Infinity });
    // It tells the errors of its socket once more.
    lines.on('error', () => undefined);
    lines.on('line', (line) => {
      const [tag = '*', ...words] = wordsOf(line);
      const answered = answer(session, words);
      if (answered === 'hangs up') {
        socket.destroy();
        return;
      }
      const { before, line: last, ends } = answered;
      if (before !== undefined) socket.write(before);
      socket.write(`${tag} ${last}\r\n`);
      if (ends) socket.end();
    });
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  return {
    url: `imap://${login.user}:${login.password}@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    /** Hangs up on whoever is there, and on who comes, until told otherwise. */
    refuse(refuses: boolean): void {
      isRefusing = refuses;
      if (refuses) for (const socket of sockets) socket.destroy();
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
