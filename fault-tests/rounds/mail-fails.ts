import { until } from '../../launcher/processes.ts';
import { insist } from '../clicks.ts';
import type { Desk } from '../desk.ts';
import type { Acknowledged, Workload } from '../ledger.ts';
import { startProbe } from '../probe.ts';
import type { Round } from '../round.ts';

type Kind = Parameters<Desk['simulators']['mailbox']['faults']['next']>[0]['kind'];

/** In the order of how long they take: who never answers is waited for. */
const KINDS: readonly Kind[] = ['tarpit', '421', '450', 'drop-after-data', '550'];
const MESSAGES = { long: 10, short: 2 };
/** How often the connection itself is refused, on top. */
const REFUSED = 10;
/** The short run shares its machine with others. */
const ANSWER_MS = { long: 1_000, short: 3_000 };
const ENDED_MS = 300_000;
const HURRY_MS = 5_000;

/** Tries that are minutes off come at once: a node wakes what has just become due. */
const hurry = async (desk: Desk): Promise<void> => {
  await desk.ask(
    `update outbox set next_try_at = now() + interval '2 seconds'
     where state in ('queued') and leased_until is null and next_try_at > now() + interval '2 seconds' and recipient like '%@fault-tests.example'`,
  );
};

async function remind(
  desk: Desk,
  reminders: Workload,
  kind: Kind,
  count: number,
  pulse: ReturnType<typeof startProbe>,
) {
  const actions: Acknowledged[] = [];
  for (let n = 0; n < count; n++) {
    const action = await reminders.next(desk.tokens[n % desk.tokens.length] ?? '');
    if (action === undefined) throw new Error('There are not enough people to write to.');
    desk.simulators.mailbox.faults.next({ kind, only: action.mark });
    await insist(desk.address, action, pulse, () => true);
    actions.push(action);
  }
  return actions;
}

/** A recipient that does not exist gets no second try: it would be accepted. */
async function objectionsTo(desk: Desk, refused: readonly Acknowledged[]): Promise<string[]> {
  const marks = refused.map(({ mark }) => mark);
  const ended = await desk.ask(`select from outbox where recipient = any($1) and state = 'failed'`, [marks]);
  const sent = marks.filter((mark) => desk.mails.to(mark) > 0);
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
  async run(desk, works, length) {
    const reminders = works.find(({ name }) => name === 'reminders');
    if (!reminders) throw new Error('There is no such work.');
    const { faults } = desk.simulators.mailbox;
    const pulse = startProbe();
    const refused: Acknowledged[] = [];
    for (const kind of KINDS) {
      const acknowledgedOnes = await remind(desk, reminders, kind, MESSAGES[length], pulse);
      (kind === '550' ? refused : reminders.actions).push(...acknowledgedOnes);
    }
    faults.next({ kind: 'refuse', times: REFUSED });
    const outages = pulse.outages();
    const hurrying = setInterval(() => void hurry(desk), HURRY_MS);
    await until(async () => (await reminders.open()) === 0, ENDED_MS, 500).finally(() => clearInterval(hurrying));
    const unmet = faults.waiting().reduce((sum, { times }) => sum + times, 0);
    faults.clear();
    const missed = unmet === 0 ? [] : [`${unmet} faults met nobody`];
    const slow = pulse.slowest() > ANSWER_MS[length] ? [`an answer took ${Math.round(pulse.slowest())} ms`] : [];
    return {
      rounds: KINDS.length + 1,
      injected: KINDS.length * MESSAGES[length] + REFUSED - unmet,
      ...outages,
      problems: [...slow, ...missed, ...(await objectionsTo(desk, refused)), ...pulse.problems()],
      note: `the slowest answer took ${Math.round(pulse.slowest())} ms; other answers: ${pulse.others()}`,
    };
  },
};
