import type { BodyOf, Call, CallGroup, ReplyOf } from '@desk/contract/call';
import type { ActorContext, Context } from '../context.ts';
import type { Sheet } from '../files/sheet.ts';

/** An answer whose JSON bytes are ready; its maker vouches for their shape. */
export class PrebuiltJson {
  readonly json: Buffer;
  /** The same compressed, for clients that take it. */
  readonly gzip: (() => Promise<Buffer>) | undefined;
  constructor(json: Buffer, gzip?: () => Promise<Buffer>) {
    this.json = json;
    this.gzip = gzip;
  }
}

/** One file. @param name of ASCII letters, digits, `-`, `_` and `.`. */
export class DocumentFile {
  readonly name: string;
  readonly bytes: Buffer;
  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
  }
}

type ContextOf<C extends Call> = C['audience'] extends 'public' ? Context : ActorContext;
type ResultOf<C extends Call> = C extends { download: string }
  ? Sheet | (C extends { orJson: true } ? PrebuiltJson : never)
  : C extends { document: string }
    ? DocumentFile
    : ReplyOf<C> | PrebuiltJson;
type Handler<C extends Call> = (body: BodyOf<C>, ctx: ContextOf<C>) => Promise<ResultOf<C>>;
type Handlers<G extends CallGroup> = { [K in keyof G]: Handler<G[K]> };

export interface Route {
  call: Call;
  handle: (body: unknown, ctx: Context) => Promise<unknown>;
}

/** Binds every call of a group to its handler; a missing or misspelt one does not compile. */
export const implement = <G extends CallGroup>(group: G, handlers: Handlers<G>): Route[] =>
  Object.entries(group).map(([name, call]) => ({ call, handle: handlers[name] as unknown as Route['handle'] }));
