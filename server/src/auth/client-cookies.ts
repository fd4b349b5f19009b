import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../platform/context.ts';
import { short } from './codes.ts';
import { readSigned, sign } from '../platform/crypto/secret.ts';

const DAY = 86_400;
const CHALLENGE = { name: 'desk_browser', maxAge: DAY };
/** The unsigned one of versions before: its longer path would put it before one of the same name. */
const FORMER = { name: 'desk_challenge', path: '/api/' };
/** As long as browsers keep any. */
const DEVICE = { name: 'desk_device', maxAge: 400 * DAY };
/** The accounts that used a device last; a cookie's size is limited. */
const MOST_ACCOUNTS = 8;

type Kind = typeof CHALLENGE | typeof DEVICE;

/** By its prefix a browser takes it from this very host and over TLS only: no other host of the domain can set one. */
const cookieName = ({ name }: { name: string }, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`;

const made = () => randomBytes(24).toString('base64url');
const keyOf = (email: string) => short(email.toLowerCase());
/** An entry of the device cookie: `<account>~<epoch>`. */
const isOf = (entry: string, email: string) => entry.split('~')[0] === keyOf(email);
const hashed = (value: string) => createHash('sha256').update(value).digest('base64url');

/**
 * The cookies by which a browser is known again. They sign nobody in. Both are signed, so that no value is believed that was
 * not given out here, and each use begins their time anew.
 * @param takesCodes whether codes may be asked for: then the browser has a challenge cookie from this very request on
 */
export function clientFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, secure, takesCodes }: { secret: Buffer; secure: boolean; takesCodes: boolean },
): Client {
  const read = (kind: Kind) => readSigned(secret, kind.name, request.cookies[cookieName(kind, secure)]);
  const give = (kind: Kind, text: string) => {
    const { maxAge } = kind;
    const value = sign(secret, kind.name, text);
    reply.setCookie(cookieName(kind, secure), value, { httpOnly: true, sameSite: 'strict', secure, path: '/', maxAge });
  };

  const known = read(CHALLENGE);
  const challenge = known ?? (takesCodes ? made() : undefined);
  if (takesCodes && challenge !== undefined) give(CHALLENGE, challenge);
  if (request.cookies[FORMER.name] !== undefined) reply.clearCookie(FORMER.name, { path: FORMER.path });
  const [device = made(), ...accounts] = read(DEVICE)?.split('.') ?? [];
  return {
    ip: request.ip,
    requestId: request.id,
    challenge: challenge && `cookie:${hashed(challenge)}`,
    device: {
      of: (email) => {
        const epoch = accounts.find((one) => isOf(one, email))?.split('~')[1];
        return epoch === undefined ? undefined : { name: hashed(device), epoch: Number(epoch) };
      },
      remember: ({ email, deviceEpoch }) => {
        const others = accounts.filter((one) => !isOf(one, email)).slice(0, MOST_ACCOUNTS - 1);
        give(DEVICE, [device, `${keyOf(email)}~${deviceEpoch}`, ...others].join('.'));
      },
    },
  };
}
