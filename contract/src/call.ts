import './words/wording.ts';
import type * as z from 'zod/mini';
import type { Screen } from './rules/pages.ts';

type Schema = z.ZodMiniType;

/**
 * Callers that are authorised. `public` needs no session, `signed-in` any session, `staff` and `customer` one of that kind.
 * `first-login` is a session that may only set its password, ask who it is and leave.
 */
export type Audience = 'public' | 'first-login' | 'signed-in' | 'staff' | 'customer';

export const ROLES = ['CUSTOMER', 'ADMIN', 'SALESC', 'ADEPLOY', 'AXSUP', 'RMEMBER'] as const;
export type Role = (typeof ROLES)[number];

/** Permissions that an administrator grants to staff beside menus and role. */
export const PERMISSIONS = ['export'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type Rows = 'own' | 'team' | 'all';

export interface Call {
  /** Below `/api/`, with its trailing slash. `{provider}` and `{directory_product}`: see `withSlugs`. */
  readonly path: string;
  readonly audience: Audience;
  /** The screens (menu routes) that use the call; a caller without one of them in the menu is refused. None: any menu. */
  readonly screens?: readonly Screen[];
  /** Roles that may make it, where the specification names them. */
  readonly roles?: readonly Role[];
  /**
   * Which rows of customers it reaches: the caller's own, those of the caller's team, or all. None: it reaches no such row.
   */
  readonly rows?: Rows | Readonly<Record<'staff' | 'customer', Rows>>;
  readonly body: Schema;
  readonly reply: Schema;
  /** Messages of refusals by HTTP status. A handler can refuse only with a status named here. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** Mails the caller a one-time code, which only the browser that asked for it can use. */
  readonly sendsCode?: true;
  /** A permission required beside the menu. */
  readonly permission?: Permission;
  /** multipart/form-data: one file, the other fields as in `body`. Where it is optional, JSON is taken too. */
  readonly upload?: true | 'optional';
  /** The body's `email` names the person acted upon, not the caller. */
  readonly emailIsTarget?: true;
  /** Changes something: a repeated `Idempotency-Key` gets the stored answer. */
  readonly writes?: true;
  /** The reply gives access to something: nobody keeps it, and a repeat is refused. */
  readonly secretReply?: true;
  /** The reply is a file of that name (text/csv), not JSON; who accepts `WORKBOOK` gets a workbook (.xlsx) instead. */
  readonly download?: string;
  /** The reply is one file of that media type, under a name of its own. */
  readonly document?: 'application/pdf';
  /** A client that asks for JSON (`Accept: application/json`) gets the rows of the file as `reply`. */
  readonly orJson?: true;
}

/** The media type of an XLSX workbook. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type BodyOf<C extends Call> = z.output<C['body']>;
export type InputOf<C extends Call> = z.input<C['body']>;
export type ReplyOf<C extends Call> = z.output<C['reply']>;
export type StatusOf<C extends Call> = C extends { readonly refusals: infer R } ? keyof R & number : never;

/** Declares a call and keeps its exact type. */
export const call = <const C extends Call>(c: C): C => c;

export type CallGroup = Readonly<Record<string, Call>>;
