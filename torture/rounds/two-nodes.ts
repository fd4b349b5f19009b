import { access } from '../../contract/src/access.ts';
import { demoLogins } from '../../launcher/demo/logins.ts';
import { until } from '../../launcher/processes.ts';
import { click, insist } from '../clicks.ts';
import type { Desk } from '../desk.ts';
import type { Work } from '../ledger.ts';
import { makePulse, type Pulse } from '../pulse.ts';
import type { Round } from '../round.ts';

const MESSAGES = 500;
const SENDERS = 8;
/** Wrong passwords that an account takes from one address before it rests. */
const TRIES = 5;
const WAIT_MS = 10_000;

const [boss, , , member] = demoLogins;
const post = (address: string, path: string, body: object, token = '') => click(address, { path, body, token });
const found = (isGood: boolean, problem: string): string[] => (isGood ? [] : [problem]);

/** A code that one node has sent counts at the other, and what comes of it is a session of both. */
async function sharedLogin({ nodes, simulators }: Desk): Promise<string[]> {
  const [one, other] = nodes.map(({ address }) => address) as [string, string];
  const { email = '', password = '' } = boss ?? {};
  await post(one, access.sendAdminOtp.path, { email, password });
  const code = (): string | undefined => /\b\d{6}\b/.exec(simulators.mailbox.messages(email)[0]?.text ?? '')?.[0];
  await until(() => code() !== undefined, WAIT_MS);
  const login = { email, password, otp: code() };
  const signedIn = await post(other, access.adminLogin.path, login);
  if (signedIn.status !== 200) return [`a code of one node is ${signedIn.status} at the other`];
  const { token } = signedIn.reply as { token: { login_token: string } };
  const sessions = await Promise.all(
    [one, other].map((at) => post(at, access.checkSession.path, {}, token.login_token)),
  );
  const again = await post(one, access.adminLogin.path, login);
  return [
    ...found(
      sessions.every(({ status }) => status === 200),
      'a session of one node is none at the other',
    ),
    ...found(again.status !== 200, 'a code counts once at each node'),
  ];
}

async function sharedTries({ nodes }: Desk): Promise<string[]> {
  const body = { email: member?.email ?? '', password: 'not the password', otp: '000000' };
  const tries = Array.from({ length: 2 * TRIES + 2 }, (_, n) => nodes[n % nodes.length]?.address ?? '');
  const statuses: unknown[] = [];
  for (const address of tries) statuses.push((await post(address, access.adminLogin.path, body)).status);
  const tried = statuses.filter((status) => status === 401).length;
  return found(tried <= TRIES, `${tried} wrong passwords were tried, ${TRIES} are allowed`);
}

/** What is written at one node is heard at the other. */
async function sharedEvents({ nodes, tokens }: Desk, comments: Work): Promise<string[]> {
  const [token = ''] = tokens;
  const ending = new AbortController();
  const address = `${nodes[1]?.address ?? ''}/api/events`;
  const stream = await fetch(address, { headers: { authorization: token }, signal: ending.signal });
  let heard = '';
  const listening = (async () => {
    for await (const part of stream.body ?? []) heard += Buffer.from(part as Uint8Array).toString();
  })().catch(() => undefined);
  const deed = await comments.next(token);
  if (deed !== undefined) comments.deeds.push(deed);
  if (deed !== undefined) await insist(nodes[0]?.address ?? '', deed, makePulse(), () => false);
  const isHeard = await until(() => heard.includes('month'), WAIT_MS);
  ending.abort();
  await listening;
  return found(isHeard, 'what happens at one node is not told at the other');
}

/** Many messages at once, worked off by both nodes. */
async function manyMessages(desk: Desk, reminders: Work, pulse: Pulse): Promise<void> {
  const send = async (n: number): Promise<void> => {
    for (let sent = n; sent < MESSAGES; sent += SENDERS) {
      const deed = await reminders.next(desk.tokens[n % desk.tokens.length] ?? '');
      if (deed === undefined) throw new Error('There are not enough people to write to.');
      reminders.deeds.push(deed);
      await insist(desk.address, deed, pulse, () => true);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, n) => send(n)));
  await until(async () => (await reminders.open()) === 0, 60_000, 500);
}

/** R-08, first half: what two nodes must share, they share. */
export const twoNodes: Round = {
  id: 'R-08a',
  title: `two nodes, ${MESSAGES} messages`,
  barMs: 2_000,
  nodes: 2,
  async run(desk, works) {
    const [comments, reminders] = ['comments', 'reminders'].map((name) => works.find((work) => work.name === name));
    if (!comments || !reminders) throw new Error('There is no such work.');
    const pulse = makePulse();
    await manyMessages(desk, reminders, pulse);
    const outageMs = pulse.longestOutage();
    const problems = [
      ...(await sharedLogin(desk)),
      ...(await sharedTries(desk)),
      ...(await sharedEvents(desk, comments)),
    ];
    return { rounds: 1, injected: MESSAGES, outageMs, problems: [...problems, ...pulse.problems()] };
  },
};
