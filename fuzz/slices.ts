import { createHash } from 'node:crypto';
import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import fc from 'fast-check';
import { promised, type Menus } from '../server/src/testing/permissions.ts';
import type { FuzzActor } from './actors.ts';
import type { Desk } from './desk.ts';
import { grown, type Counts } from './growth.ts';
import { objections } from './oracle.ts';
import { requestsFor, type Request } from './requests.ts';

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
  desk: Desk;
  menus: Menus;
  count: () => Promise<Counts>;
  classes: Classes;
}

const LET_IN = 12;
const TURNED_AWAY = 2;
/** A body is made smaller for so long. */
const SHRINKING_MS = 15_000;

const numberOf = (...parts: readonly (string | number)[]): number =>
  createHash('sha256').update(parts.join('\0')).digest().readInt32BE();

/** Each call once by somebody who may make it and once by somebody who may not, in an order that the seed decides. */
export function round(
  seed: number,
  n: number,
  wanted: readonly Call[],
  actors: readonly FuzzActor[],
  menus: Menus,
): Slice[] {
  const slices = wanted.flatMap((call) =>
    [true, false].flatMap((isLetIn): Slice[] => {
      const able = actors.filter((actor) => (promised(call, actor, menus) === 'goes on') === isLetIn);
      const actor = able[(n + (numberOf(seed, call.path) >>> 1)) % Math.max(able.length, 1)];
      if (actor === undefined) return [];
      return [{ call, actor, seed: numberOf(seed, n, call.path, actor.name), count: isLetIn ? LET_IN : TURNED_AWAY }];
    }),
  );
  return slices.toSorted((one, other) => one.seed - other.seed);
}

function noteClass(classes: Classes, { path }: Call, status: number): void {
  const key = `${Math.floor(status / 100)}xx`;
  const ofCall = classes.get(path) ?? new Map<string, number>();
  classes.set(path, ofCall.set(key, (ofCall.get(key) ?? 0) + 1));
}

/** @returns what the requests of a slice found, or undefined. */
export async function play({ call, actor, seed, count }: Slice, bench: Bench): Promise<Finding | undefined> {
  const { desk, menus, classes } = bench;
  await desk.restore();
  const before = await bench.count();
  let written = 0;
  const property = fc.asyncProperty(requestsFor(call, desk.known), async (request) => {
    const answer = await desk.send(call, actor, request);
    noteClass(classes, call, answer.status);
    if (answer.status < 300 && (call.writes || call.audience === 'public')) written += 1;
    const wrong = objections(call, actor, menus, answer);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });
  const options = { seed, numRuns: count, interruptAfterTimeLimit: SHRINKING_MS };
  const { failed, counterexample, errorInstance } = await fc.check(property, options);
  const about = { call: call.path, actor: actor.name };
  if (failed && counterexample) {
    const [{ shown, headers }] = counterexample;
    return { ...about, what: String(errorInstance), body: shown, headers };
  }
  const left = written > 0 ? [] : grown(before, await bench.count());
  return left.length > 0 ? { ...about, what: left.join('; ') } : undefined;
}
