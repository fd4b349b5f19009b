import { access } from '../contract/src/access.ts';
import { demoLogins } from '../launcher/demo/logins.ts';
import { until } from '../launcher/processes.ts';
import { click } from './clicks.ts';
import type { Product } from './product.ts';

const WAIT_MS = 10_000;
const { email, password } = demoLogins[0] ?? { email: '', password: '' };

/** Signs in with the code that comes by mail: it is asked for at one address and used at another. */
export async function signIn({ mailbox }: Product['simulators'], asked: string, used = asked) {
  const newest = () => mailbox.messages(email)[0];
  const before = newest()?.id;
  const { cookie } = await click(asked, { path: access.sendAdminOtp.path, body: { email, password }, token: '' });
  await until(() => newest()?.id !== before, WAIT_MS);
  const otp = /\b\d{6}\b/.exec(newest()?.text ?? '')?.[0];
  const entry = { path: access.adminLogin.path, body: { email, password, otp }, token: '', headers: { cookie } };
  const repeat = (at: string) => click(at, entry);
  const { status, reply } = await repeat(used);
  const { token } = (status === 200 ? reply : {}) as { token?: { login_token: string } };
  return { status, token: token?.login_token ?? '', repeat };
}

/** Whether a browser at an address is told that a month has changed, once something is done. */
export async function hears(address: string, token: string, action: () => Promise<void>): Promise<boolean> {
  const ending = new AbortController();
  const stream = await fetch(`${address}/api/events`, { headers: { authorization: token }, signal: ending.signal });
  let received = '';
  const listening = (async () => {
    for await (const part of stream.body ?? []) received += Buffer.from(part as Uint8Array).toString();
  })().catch(() => undefined);
  await action();
  const isHeard = await until(() => received.includes('month'), WAIT_MS);
  ending.abort();
  await listening;
  return isHeard;
}
