import type { Permission, Role } from '@desk/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Db, Write } from './db/db.ts';
import type { Clock } from './time/clock.ts';
import type { DeskEvent } from './events/events.ts';

export interface Actor {
  id: number;
  email: string;
  kind: 'customer' | 'staff';
  role: Role;
  /** Routes of the actor's menu. */
  menus: ReadonlySet<string>;
  permissions: ReadonlySet<Permission>;
  firstLogin: boolean;
  tokenHash: Buffer;
  /** When the session ends if nothing more is asked, in seconds since 1970. */
  exp: number;
}

/** The far end of a request. */
export interface Client {
  ip: string;
  /** Binds one-time codes: `cookie:<hash>` of the challenge cookie. Undefined without it, in calls that ask for no code. */
  challenge: string | undefined;
  /** The device cookie: the accounts that logged in with this browser. */
  device: {
    /** A name of the device and the account's epoch, where it logged in with it before; `knownDevice` tells whether that still counts. */
    of: (email: string) => { name: string; epoch: number } | undefined;
    remember: (account: { email: string; deviceEpoch: number }) => void;
  };
  requestId: string;
}

/** The clients of the external services. `app/clients.ts` declares them, by declaration merging, as a Fastify plugin does its decorators. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what this layer may know of them: nothing
export interface Clients {}

/** Dependencies of the server, injected everywhere. */
export interface Services {
  db: Db;
  /** The pool below `db`, for prepared text rows and COPY. */
  pool: Pool;
  /** A few connections of its own for sessions, so that work that holds all the others keeps nobody from being recognised. */
  sessionPool: Pool;
  config: Config;
  /** HMAC and encryption key of this installation, 32 bytes. */
  secret: Buffer;
  /** The one clock; the connections have it too, as NOW in what they ask. */
  now: Clock;
  /** Tells every open browser; only after the transaction is committed. */
  announce: (event: DeskEvent) => void;
  log: FastifyBaseLogger;
  clients: Clients;
}

/** Services and the request's own state, given to a handler. */
export interface Context extends Services {
  /** The transaction of what the call writes; `db` is for reading. */
  write: Write;
  client: Client;
  actor?: Actor;
  /** Of a call that answers a file or JSON: JSON is asked for. */
  wantsJson?: boolean;
  /** The uploaded file of a multipart call. */
  upload?: { name: string; bytes: Buffer };
}

/** A context of a call that needs a session. */
export interface ActorContext extends Context {
  actor: Actor;
}
