import { access } from '../../contract/src/access.ts';
import type { Call } from '../../contract/src/call.ts';
import { buyerLogin, demoLogins } from '../../launcher/demo/logins.ts';
import { until } from '../../launcher/processes.ts';
import { click } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Round } from '../round.ts';
import { signIn } from '../smoke.ts';
import { writeOnce } from '../writers.ts';

const WAIT_MS = 10_000;
const [staff] = demoLogins;
const { email, password } = buyerLogin;
const found = (isGood: boolean, problem: string): string[] => (isGood ? [] : [problem]);

/** A browser at an address of its own, and the cookies that it keeps. It asks the nodes in turn, which believe who stands before them. */
function browserAt({ nodes }: Product, from: string) {
  let asked = 0;
  const cookies = new Map<string, string>();
  const at = (to: string) => ({
    calls: async ({ path }: Call, body: object) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const address = nodes[asked++ % nodes.length]?.address ?? '';
      const answer = await click(address, { path, body, token: '', headers: { 'x-forwarded-for': to, cookie } });
      for (const pair of answer.cookie.split('; ').filter((one) => one !== '')) {
        const [name = '', ...value] = pair.split('=');
        cookies.set(name, value.join('='));
      }
      return answer.status;
    },
    moves: at,
  });
  return at(from);
}
type Browser = ReturnType<typeof browserAt>;

/** The code of the next mail to somebody. */
async function codeOf({ simulators: { mailbox } }: Product, ask: () => Promise<unknown>): Promise<string> {
  const newest = () => mailbox.messages(email)[0];
  const before = newest()?.id;
  await ask();
  await until(() => newest()?.id !== before, WAIT_MS);
  return /\b\d{6}\b/.exec(newest()?.text ?? '')?.[0] ?? '';
}

/** Anonymous clients at twenty-six addresses ask for codes to unknown e-mails; then staff log in. */
async function codesToUnknown(product: Product): Promise<string[]> {
  const ask = (n: number) =>
    browserAt(product, `198.51.100.${n % 26}`).calls(access.sendOtp, { email: `nobody${n}@strangers.example` });
  const statuses: unknown[] = [];
  for (let n = 0; n < 520; n += 20) {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(n + i)));
    statuses.push(...asked);
  }
  const [one, other] = product.nodes.map(({ address }) => address);
  const { status } = await signIn(product.simulators, one ?? '', other);
  return [
    ...found(
      statuses.filter((status) => status === 429).length === 20,
      'the budget of codes to unknown e-mails is not 500',
    ),
    ...found(status === 200, `after 520 codes to unknown e-mails a login of staff is ${status}`),
  ];
}

/** Fifty wrong passwords from ten addresses lock an account; not for the browser of its owner, nor for who reads its mail. */
async function locked(product: Product, owner: Browser): Promise<string[]> {
  for (let at = 0; at < 10; at++)
    for (let n = 0; n < 5; n++)
      await browserAt(product, `203.0.113.${at}`).calls(access.login, { email, password: `wrong ${n}` });
  const newBrowser = await browserAt(product, '203.0.113.99').calls(access.login, { email, password });
  const known = await owner.moves('192.0.2.7').calls(access.login, { email, password });
  const elsewhere = browserAt(product, '192.0.2.8');
  const otp = await codeOf(product, () => elsewhere.calls(access.sendOtp, { email }));
  const verified = await elsewhere.calls(access.verifyOtp, { email, otp });
  const proven = await elsewhere.calls(access.login, { email, password });
  return [
    ...found(newBrowser === 429, `a locked account answers a new browser with ${newBrowser}`),
    ...found(known === 200, `a browser that logged in before is kept out of its locked account: ${known}`),
    ...found(proven === 200, `who has read a code (${verified}) is kept out of the locked account: ${proven}`),
  ];
}

/** Somebody at the same address has neither the code nor the proof of who asked without a cookie. */
async function sameAddress(product: Product): Promise<string[]> {
  const { email: theirs = '' } = staff ?? {};
  const formData = { email: theirs, password: 'a password of a thief', confirmPassword: 'a password of a thief' };
  const owner = browserAt(product, '192.0.2.50');
  const newest = () => product.simulators.mailbox.messages(theirs)[0];
  const before = newest()?.id;
  await owner.calls(access.sendOtp, { email: theirs });
  await until(() => newest()?.id !== before, WAIT_MS);
  const otp = /\b\d{6}\b/.exec(newest()?.text ?? '')?.[0] ?? '';
  const thief = await browserAt(product, '192.0.2.50').calls(access.verifyOtp, { email: theirs, otp });
  const mine = await owner.calls(access.verifyOtp, { email: theirs, otp });
  const taken = await browserAt(product, '192.0.2.50').calls(access.resetAdminPassword, { formData });
  return [
    ...found(thief === 401, `a neighbour's try at the code of another browser is ${thief}`),
    ...found(mine === 200, `the browser that asked for a code is answered ${mine}`),
    ...found(taken === 403, `a neighbour sets a password with the proof of another browser: ${taken}`),
  ];
}

/** attempts of anonymous clients at the logins block no owner's login, and give them no account. */
export const anonymousLogins: Round = {
  id: 'R-18',
  title: 'strangers at the logins',
  barMs: 2_000,
  nodes: 2,
  async run(product, works) {
    const owner = browserAt(product, '192.0.2.1');
    const first = await owner.calls(access.login, { email, password });
    const problems = [
      ...found(first === 200, `the owner's first login is ${first}`),
      ...(await codesToUnknown(product)),
      ...(await locked(product, owner)),
      ...(await sameAddress(product)),
    ];
    await writeOnce(product, works);
    return { rounds: 1, injected: 520 + 51 + 2, outageMs: 0, personMs: 0, problems };
  },
};
