import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 16;
const TOKEN = /\+([0-9a-f]{32})@/;

/** Gives a message by mail the token that makes its answer's address; of other channels nobody reads what is answered. */
export const withReplyToken = <M extends { channel: string; replyToken?: string | null }>(message: M): M =>
  message.channel === 'Email'
    ? { ...message, replyToken: message.replyToken ?? randomBytes(TOKEN_BYTES).toString('hex') }
    : message;

/** The address to which a message is answered: `renew+<token>@reseller.example`. */
export function answerAddress(replyAddress: string, token: string): string {
  const at = replyAddress.lastIndexOf('@');
  return `${replyAddress.slice(0, at)}+${token}${replyAddress.slice(at)}`;
}

/** The token in an address, whatever else the address says; undefined: it has none. */
export const replyTokenIn = (address: string): string | undefined => TOKEN.exec(address.toLowerCase())?.[1];
