import { access } from '../../contract/src/access.ts';
import { demoLogins } from '../../launcher/demo/logins.ts';
import { until } from '../../launcher/processes.ts';
import { click, clickUntilKnown } from '../clicks.ts';
import { METRICS_TOKEN, type Product } from '../product.ts';
import type { Workload } from '../acknowledged-writes.ts';
import { startProbe, type Probe } from '../probe.ts';
import type { Round } from '../round.ts';
import { hears, signIn } from '../smoke.ts';

const MESSAGES = 500;
const SENDERS = 8;
/** Wrong passwords that an account takes from one address before it rests. */
const TRIES = 5;

const [, , , member] = demoLogins;
const post = (address: string, path: string, body: object, token = '') => click(address, { path, body, token });
const found = (isGood: boolean, problem: string): string[] => (isGood ? [] : [problem]);

/** A code that one node has sent counts at the other, and what comes of it is a session of both. */
async function sharedLogin({ nodes, simulators }: Product): Promise<string[]> {
  const [one, other] = nodes.map(({ address }) => address) as [string, string];
  const { status, token, repeat } = await signIn(simulators, one, other);
  if (status !== 200) return [`a code of one node is ${status} at the other`];
  const sessions = await Promise.all([one, other].map((at) => post(at, access.checkSession.path, {}, token)));
  const again = await repeat(one);
  return [
    ...found(
      sessions.every(({ status }) => status === 200),
      'a session of one node is none at the other',
    ),
    ...found(again.status !== 200, 'a code counts once at each node'),
  ];
}

async function sharedTries({ nodes }: Product): Promise<string[]> {
  const body = { email: member?.email ?? '', password: 'not the password', otp: '000000' };
  const tries = Array.from({ length: 2 * TRIES + 2 }, (_, n) => nodes[n % nodes.length]?.address ?? '');
  const statuses: unknown[] = [];
  for (const address of tries) statuses.push((await post(address, access.adminLogin.path, body)).status);
  const tried = statuses.filter((status) => status === 401).length;
  return found(tried <= TRIES, `${tried} wrong passwords were tried, ${TRIES} are allowed`);
}

/** Events of writes at one node reach the browsers of the other. */
async function sharedEvents({ nodes, tokens }: Product, comments: Workload): Promise<string[]> {
  const [one, other] = nodes.map(({ address }) => address) as [string, string];
  const isHeard = await hears(other, tokens[0] ?? '', async () => {
    const action = await comments.next(tokens[0] ?? '');
    if (action !== undefined) comments.actions.push(action);
    if (action !== undefined) await clickUntilKnown(one, action, startProbe(), () => false);
  });
  return found(isHeard, 'what happens at one node is not told at the other');
}

/** Many messages at once, worked off by both nodes. @returns how long its clicks found no success. */
async function manyMessages(
  product: Product,
  reminders: Workload,
  probe: Probe,
): Promise<ReturnType<Probe['outages']>> {
  const send = async (n: number): Promise<void> => {
    for (let sent = n; sent < MESSAGES; sent += SENDERS) {
      const acknowledged = await reminders.next(product.tokens[n % product.tokens.length] ?? '');
      if (acknowledged === undefined) throw new Error('There are not enough people to write to.');
      reminders.actions.push(acknowledged);
      await clickUntilKnown(product.address, acknowledged, probe, () => true);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, n) => send(n)));
  const outages = probe.outages();
  await until(async () => (await reminders.open()) === 0, 60_000, 500);
  return outages;
}

/** How many messages a node has sent, by its own count. */
async function sentBy(address: string): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^desk_job_seconds_count\{task="deliver",.*\} (\d+)$/m.exec(await answer.text())?.[1] ?? 0);
}

/** R-08, first half: what two nodes must share, they share. */
export const twoNodes: Round = {
  id: 'R-08a',
  title: `two nodes, ${MESSAGES} messages`,
  barMs: 2_000,
  nodes: 2,
  async run(product, works) {
    const [comments, reminders] = ['comments', 'reminders'].map((name) => works.find((work) => work.name === name));
    if (!comments || !reminders) throw new Error('There is no such work.');
    const probe = startProbe();
    const outages = await manyMessages(product, reminders, probe);
    const shares = await Promise.all(product.nodes.map(({ address }) => sentBy(address)));
    const problems = [
      ...found(!shares.includes(0), `the nodes sent ${shares.join(' and ')}: one of them did nothing`),
      ...(await sharedLogin(product)),
      ...(await sharedTries(product)),
      ...(await sharedEvents(product, comments)),
    ];
    return {
      rounds: 1,
      injected: MESSAGES,
      ...outages,
      problems: [...problems, ...probe.problems()],
      note: `the nodes sent ${shares.join(' and ')}`,
    };
  },
};
