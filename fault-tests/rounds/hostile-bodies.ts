import { setTimeout as pause } from 'node:timers/promises';
import { memoryNow } from '../../bench/measure.ts';
import { access } from '../../contract/src/access.ts';
import type { Call } from '../../contract/src/call.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { until } from '../../launcher/processes.ts';
import type { Product } from '../product.ts';
import { hostileBodies, type HostileBody } from '../hostile-bodies.ts';
import type { Node } from '../node.ts';
import type { Round } from '../round.ts';
import { writeOnce } from '../writers.ts';

/** One process reads a body at a time: for so long it may keep the others waiting, and so much may be said of it. */
const ANSWER_MS = 500;
const ANSWER_BYTES = 10_000;
const TRIES = 3;
/** Memory that the process may retain of all of them. */
const KEPT_MB = 64;
const KEPT_MS = 30_000;
/** In the log: something failed that should not. */
const ERROR = 50;
const GONE = { status: 0, size: 0, ms: 0 };

type SentResult = typeof GONE;
/** `instead`: what is answered where the body can be read, and who sends it may not say what it says. */
type Target = { node: Node; call: Call; token: string; instead?: 401 | 403 };

async function send({ node, call, token }: Target, { bytes }: HostileBody): Promise<SentResult> {
  const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: token }) };
  const began = performance.now();
  const response = await fetch(`${node.address}/api/${call.path}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(bytes),
  });
  const size = (await response.arrayBuffer()).byteLength;
  return { status: response.status, size, ms: performance.now() - began };
}

/** A busy moment of the machine is not the body's fault. */
async function fastest(target: Target, body: HostileBody): Promise<SentResult> {
  let best = await send(target, body);
  for (let tries = 1; tries < TRIES && best.ms > ANSWER_MS; tries++) {
    const again = await send(target, body);
    if (again.ms < best.ms) best = again;
  }
  return best;
}

async function objectionsTo(target: Target, body: HostileBody): Promise<string[]> {
  const { status, size, ms } = await fastest(target, body).catch((): SentResult => GONE);
  if (!target.node.isAlive()) await target.node.start();
  const remarks = [
    ...(status === body.status || status === target.instead ? [] : [`answered ${status}`]),
    ...(size <= ANSWER_BYTES ? [] : [`answered with ${size} bytes`]),
    ...(ms <= ANSWER_MS ? [] : [`took ${Math.round(ms)} ms`]),
  ];
  return remarks.map((one) => `${body.name} at ${target.call.path}: ${one}`);
}

const levelOf = (line: string): number =>
  line.startsWith('{') ? (JSON.parse(line) as { level: number }).level : ERROR;

/** Anonymous clients at a public call and at one that is not, and a client that is signed in. */
const targetsOf = ({ tokens }: Product, node: Node): Target[] => [
  { node, call: access.login, token: '' },
  { node, call: renewals.all, token: '', instead: 401 },
  { node, call: renewals.all, token: tokens[0] ?? '', instead: 403 },
];

/** bodies that nobody means, from anybody: each is refused at once, and is no failure of the server. */
export const hostileJson: Round = {
  id: 'R-19',
  title: 'bodies made to hurt',
  barMs: 2_000,
  nodes: 1,
  async run(product, works) {
    const [node] = product.nodes;
    if (!node) throw new Error('There is no node.');
    const bodies = hostileBodies();
    const targets = targetsOf(product, node);
    const play = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const target of targets) for (const body of bodies) found.push(...(await objectionsTo(target, body)));
      return found;
    };
    // The first of each makes what all later ones use.
    await play();
    const before = memoryNow(node.pid()) ?? 0;
    const problems = await play();
    const isBack = await until(() => (memoryNow(node.pid()) ?? 0) <= before + KEPT_MB, KEPT_MS, 500);
    if (!isBack)
      problems.push(`the memory grew from ${Math.round(before)} to ${Math.round(memoryNow(node.pid()) ?? 0)} MB`);
    await pause(100);
    const failures = node.log().filter((line) => line !== '' && levelOf(line) >= ERROR);
    if (failures.length > 0)
      problems.push(`${failures.length} lines of the log tell of a failure: ${failures[0] ?? ''}`);
    await writeOnce(product, works);
    return { rounds: 1, injected: targets.length * bodies.length, outageMs: 0, personMs: 0, problems };
  },
};
