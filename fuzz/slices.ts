import { createHash } from 'node:crypto';
import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import fc from 'fast-check';
import { promised, type Menus } from '../server/src/testing/permissions.ts';
import { actors, type FuzzActor } from './actors.ts';
import type { Answer, Product } from './product.ts';
import { grown, type Counts } from './growth.ts';
import { objections } from './oracle.ts';
import { plainRequestsFor, requestsFor, type Request } from './requests.ts';

export const calls: readonly Call[] = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .toSorted((one, other) => (one.path < other.path ? -1 : 1));

/** Some requests of one actor to one call. */
export interface Slice {
  call: Call;
  actor: FuzzActor;
  seed: number;
  /** How many requests. */
  count: number;
}

export interface Finding {
  call: string;
  actor: string;
  what: string;
  /** The smallest body that still shows it; none where all requests together do. */
  body?: string;
  headers?: Request['headers'];
}

/** How many answers of a class (`2xx`) each call gave. */
export type Classes = Map<string, Map<string, number>>;

export interface Bench {
  product: Product;
  menus: Menus;
  count: () => Promise<Counts>;
  classes: Classes;
  /** How long an answer may take, in milliseconds. */
  timeoutMs: number;
  /** Whether a body is made smaller that showed something. */
  shrinks: boolean;
}

const LET_IN = 12;
/** Of a call that never did what it was asked: somewhere there is what it is for. */
const STILL_LET_IN = 40;
const TURNED_AWAY = 2;
/** A body is made smaller for so long. */
const SHRINKING_MS = 15_000;

const numberOf = (...parts: readonly (string | number)[]): number =>
  createHash('sha256').update(parts.join('\0')).digest().readInt32BE();

/** Each call once by somebody who may make it and once by somebody who may not, in an order that the seed decides. */
export function round(
  seed: number,
  n: number,
  { wanted, everybody }: { wanted: readonly Call[]; everybody: readonly FuzzActor[] },
  { menus, classes }: Pick<Bench, 'menus' | 'classes'>,
): Slice[] {
  const letIn = ({ path }: Call) => (n === 0 || classes.get(path)?.has('2xx') === true ? LET_IN : STILL_LET_IN);
  const slices = wanted.flatMap((call) =>
    [true, false].flatMap((isLetIn): Slice[] => {
      const able = everybody.filter((actor) => (promised(call, actor, menus) === 'goes on') === isLetIn);
      const actor = able[(n + (numberOf(seed, call.path) >>> 1)) % Math.max(able.length, 1)];
      if (actor === undefined) return [];
      const count = isLetIn ? letIn(call) : TURNED_AWAY;
      return [{ call, actor, seed: numberOf(seed, n, call.path, actor.name), count }];
    }),
  );
  return slices.toSorted((one, other) => one.seed - other.seed);
}

function noteClass(classes: Classes, { path }: Call, status: number): void {
  const key = `${Math.floor(status / 100)}xx`;
  const ofCall = classes.get(path) ?? new Map<string, number>();
  classes.set(path, ofCall.set(key, (ofCall.get(key) ?? 0) + 1));
}

/** The answer, unless nobody would wait for it any longer. */
async function answered(work: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`does not answer within ${timeoutMs / 1_000} s`)), timeoutMs);
  });
  try {
    const answer = await Promise.race([work, late]);
    // A blocked event loop delays the timer too.
    if (performance.now() - began > timeoutMs) throw new Error(`answers after more than ${timeoutMs / 1_000} s`);
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

const LEARNING_REQUESTS = 3;

async function ask(call: Call, actor: FuzzActor, seed: number, { product, timeoutMs }: Bench): Promise<void> {
  const options = { seed: numberOf(seed, call.path), numRuns: LEARNING_REQUESTS };
  for (const request of fc.sample(plainRequestsFor(call, product), options)) {
    const { status, text } = await answered(product.send(call, actor, request), timeoutMs);
    if (status < 300) product.learned.addReply(text, request.shown);
  }
}

/** Asks what reads for what is there, so that bodies can name it. */
export async function learn(seed: number, bench: Bench): Promise<void> {
  await bench.product.restore();
  const reading = calls.filter(({ writes, audience }) => !writes && audience !== 'public');
  for (const actor of actors.filter(({ name }) => name === 'ADMIN' || name === 'customer A'))
    for (const call of reading.filter((one) => promised(one, actor, bench.menus) === 'goes on'))
      await ask(call, actor, seed, bench);
}

/** @returns what the requests of a slice found, or undefined. */
export async function play({ call, actor, seed, count }: Slice, bench: Bench): Promise<Finding | undefined> {
  const { product, menus, classes, timeoutMs, shrinks } = bench;
  await product.restore();
  const before = await bench.count();
  let written = 0;
  const property = fc.asyncProperty(requestsFor(call, actor, product), async (request) => {
    const answer = await answered(product.send(call, actor, request), timeoutMs);
    noteClass(classes, call, answer.status);
    if (answer.status < 300 && (call.writes || call.audience === 'public')) written += 1;
    const wrong = objections(call, actor, menus, answer);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    if (answer.status < 300) product.learned.addReply(answer.text, request.shown);
  });
  const options = { seed, numRuns: count, interruptAfterTimeLimit: SHRINKING_MS, endOnFailure: !shrinks };
  const { failed, counterexample, errorInstance } = await fc.check(property, options);
  const about = { call: call.path, actor: actor.name };
  if (failed && counterexample) {
    const [{ shown, headers }] = counterexample;
    return { ...about, what: String(errorInstance), body: shown, headers };
  }
  const left = written > 0 ? await product.work() : grown(before, await bench.count());
  return left.length > 0 ? { ...about, what: left.join('; ') } : undefined;
}
