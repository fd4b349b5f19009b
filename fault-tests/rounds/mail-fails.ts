import { until } from '../../launcher/processes.ts';
import { clickUntilKnown } from '../clicks.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';
import { startProbe } from '../probe.ts';
import type { Round } from '../round.ts';

type Kind = Parameters<Product['simulators']['mailbox']['faults']['next']>[0]['kind'];

/** In the order of how long they take: who never answers is waited for. */
const KINDS: readonly Kind[] = ['tarpit', '421', '450', 'drop-after-data', '550'];
const MESSAGES = { long: 10, short: 2 };
/** How often the connection itself is refused, on top. */
const REFUSED = 10;
/** The short run shares its machine with others. */
const ANSWER_MS = { long: 1_000, short: 3_000 };
const ENDED_MS = 300_000;
const RETRY_MS = 5_000;

/** Tries that are minutes off come at once: a node wakes what has just become due. */
const retryNow = async (product: Product): Promise<void> => {
  await product.ask(
    `update outbox set next_try_at = now() + interval '2 seconds'
     where state in ('queued') and leased_until is null and next_try_at > now() + interval '2 seconds' and recipient like '%@fault-tests.example'`,
  );
};

async function remind(
  product: Product,
  reminders: Workload,
  kind: Kind,
  count: number,
  probe: ReturnType<typeof startProbe>,
) {
  const actions: Acknowledged[] = [];
  for (let n = 0; n < count; n++) {
    const action = await reminders.next(product.tokens[n % product.tokens.length] ?? '');
    if (action === undefined) throw new Error('There are not enough people to write to.');
    product.simulators.mailbox.faults.next({ kind, only: action.mark });
    await clickUntilKnown(product.address, action, probe, () => true);
    actions.push(action);
  }
  return actions;
}

/** A recipient that does not exist gets no second try: it would be accepted. */
async function objectionsTo(product: Product, refused: readonly Acknowledged[]): Promise<string[]> {
  const marks = refused.map(({ mark }) => mark);
  const ended = await product.ask(`select from outbox where recipient = any($1) and state = 'failed'`, [marks]);
  const sent = marks.filter((mark) => product.mails.to(mark) > 0);
  return [
    ...(ended.length === marks.length ? [] : [`${ended.length} of ${marks.length} refused messages ended as failed`]),
    ...(sent.length === 0 ? [] : [`${sent.length} refused messages were sent`]),
  ];
}

/** the mail server fails in each way that it is known for, message by message. */
export const mailFails: Round = {
  id: 'R-05',
  title: 'the mail server fails',
  barMs: 2_000,
  nodes: 1,
  async run(product, works, length) {
    const reminders = works.find(({ name }) => name === 'reminders');
    if (!reminders) throw new Error('There is no such work.');
    const { faults } = product.simulators.mailbox;
    const probe = startProbe();
    const refused: Acknowledged[] = [];
    for (const kind of KINDS) {
      const acknowledgedOnes = await remind(product, reminders, kind, MESSAGES[length], probe);
      (kind === '550' ? refused : reminders.actions).push(...acknowledgedOnes);
    }
    faults.next({ kind: 'refuse', times: REFUSED });
    const outages = probe.outages();
    const retrying = setInterval(() => void retryNow(product), RETRY_MS);
    await until(async () => (await reminders.open()) === 0, ENDED_MS, 500).finally(() => clearInterval(retrying));
    const unmet = faults.waiting().reduce((sum, { times }) => sum + times, 0);
    faults.clear();
    const missed = unmet === 0 ? [] : [`${unmet} faults met nobody`];
    const slow = probe.slowest() > ANSWER_MS[length] ? [`an answer took ${Math.round(probe.slowest())} ms`] : [];
    return {
      rounds: KINDS.length + 1,
      injected: KINDS.length * MESSAGES[length] + REFUSED - unmet,
      ...outages,
      problems: [...slow, ...missed, ...(await objectionsTo(product, refused)), ...probe.problems()],
      note: `the slowest answer took ${Math.round(probe.slowest())} ms; other answers: ${probe.others()}`,
    };
  },
};
