import type { Permission, Role } from '@desk/contract/call';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Config } from '../config.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { DeskEvent } from './events/events.ts';
import type { GoogleReseller } from '../integrations/google-reseller/client.ts';
import type { JumpCloud } from '../integrations/jumpcloud/client.ts';
import type { Mailer } from '../integrations/mail/mailer.ts';
import type { Messenger } from '../integrations/messaging/messenger.ts';
import type { Zoho } from '../integrations/zoho/client.ts';

/** The database, or a transaction of it. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

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
  /** What one-time codes are bound to: `cookie:<hash>` of the challenge cookie. Undefined where there is none, in calls that ask for no code. */
  challenge: string | undefined;
  /** What the browser remembers of who logged in with it. */
  device: {
    /** A name of the device and the account's epoch, where it logged in with it before; `ownDevice` tells whether that still counts. */
    of: (email: string) => { name: string; epoch: number } | undefined;
    remember: (account: { email: string; deviceEpoch: number }) => void;
  };
  requestId: string;
}

/** The services outside. What is not configured says so when it is used. */
export interface Outside {
  mailer: Mailer | undefined;
  messenger: Messenger;
  google: GoogleReseller | undefined;
  zoho: Zoho | undefined;
  jumpcloud: JumpCloud | undefined;
}

/** What every part of the server may use, handed in; nothing is reached for. */
export interface Wiring {
  db: Db;
  /** The pool below `db`, for prepared text rows and COPY. */
  pool: Pool;
  /** A few connections of its own: work that holds all the others keeps nobody from being known. */
  sessionPool: Pool;
  config: Config;
  /** HMAC and sealing key of this installation, 32 bytes. */
  secret: Buffer;
  now: () => Date;
  /** Tells every open browser; only after the transaction is committed. */
  announce: (event: DeskEvent) => void;
  log: FastifyBaseLogger;
  outside: Outside;
}

/** What a handler may touch. */
export interface Context extends Wiring {
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
