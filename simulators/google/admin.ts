import { parseFault, type Faults } from './faults.ts';
import { choice, int32, parseBody, requiredText, type Fields } from './fields.ts';
import { invalid, notFound } from './refusal.ts';
import type { State } from './state.ts';
import type { Tokens } from './tokens.ts';

interface AdminRequest {
  method: string;
  url: URL;
  text: string;
}

/** Parts of the simulator. */
export interface Parts {
  state: State;
  faults: Faults;
  tokens: Tokens;
}

interface AdminCall extends Parts {
  body: Fields;
  query: URLSearchParams;
}

const PAYS = ['monthly', 'yearly'] as const;

const clockOf = ({ state }: Parts) => ({ now: new Date(state.now()).toISOString(), runs: state.clockRuns });

/** `{now}`, an instant such as 2027-04-01T00:00:00Z, or `{days}`. */
function turnClock(call: AdminCall) {
  const { state, body } = call;
  const days = int32(body, 'days');
  if (days !== undefined) {
    state.advanceDays(days);
    return clockOf(call);
  }
  const instant = Date.parse(requiredText(body, 'now'));
  if (Number.isNaN(instant)) throw invalid('Invalid value for: now');
  state.advanceTo(instant);
  return clockOf(call);
}

function percent(body: Fields, name: string): number | undefined {
  const value = int32(body, name);
  if (value !== undefined && (value < 0 || value > 100)) throw invalid(`Invalid value for: ${name}`);
  return value;
}

function setDelivery({ state, body }: AdminCall) {
  const { seed, isShuffled, doubled, dropped } = state.publications.delivery();
  state.publications.deliver({
    seed: int32(body, 'seed') ?? seed,
    isShuffled: typeof body['isShuffled'] === 'boolean' ? body['isShuffled'] : isShuffled,
    doubled: percent(body, 'doubled') ?? doubled,
    dropped: percent(body, 'dropped') ?? dropped,
  });
  return state.publications.delivery();
}

function licence({ state, body }: AdminCall) {
  return state.setLicensed(requiredText(body, 'subscriptionId'), int32(body, 'licensed') ?? 0);
}

function propose({ state, body }: AdminCall): void {
  const seats = int32(body, 'seats') ?? 0;
  if (seats < 1) throw invalid('Invalid value for: seats');
  state.propose(requiredText(body, 'subscriptionId'), { seats, pay: choice(body, 'pay', PAYS) });
}

/** The calls for tests in another process, and for whoever plays with the demo. */
const ADMIN_CALLS: Readonly<Record<string, (call: AdminCall) => unknown>> = {
  'GET /__admin/state': ({ state, faults }) => ({
    calls: state.allCalls(),
    faults: faults.waiting(),
    customers: state.accounts.all(),
    subscriptions: state.subscriptions(),
  }),
  /** A `Fault`. */
  'POST /__admin/fault': ({ faults, body }) => {
    faults.add(parseFault(body));
    return { faults: faults.waiting() };
  },
  'DELETE /__admin/fault': ({ faults }) => {
    faults.clear();
  },
  /** `{seconds}` for tokens to come. */
  'POST /__admin/token': ({ tokens, body }) => {
    tokens.setSeconds(int32(body, 'seconds') ?? 0);
  },
  /** Ends those given. */
  'DELETE /__admin/token': ({ tokens }) => {
    tokens.expireAll();
  },
  'GET /__admin/clock': clockOf,
  /** Forwards only; what falls due on the way has happened when the answer comes. */
  'POST /__admin/clock': turnClock,
  /** Push notifications after the one with the id `after`, as the delivery hands them out; `last` goes on from there. */
  'GET /__admin/events': ({ state, query }) => state.publications.delivered(query.get('after') ?? undefined),
  /** `{seed, isShuffled, doubled, dropped}`: how they are handed out, the last two in percent. */
  'POST /__admin/events': setDelivery,
  /** `{subscriptionId, licensed}`: how many people hold a licence. */
  'POST /__admin/licences': licence,
  /** `{subscriptionId, seats, pay}`: the offer that RENEW_ON_PROPOSED_OFFER renews on. */
  'POST /__admin/proposal': propose,
};

export function answerAdmin({ method, url, text }: AdminRequest, parts: Parts): unknown {
  const call = ADMIN_CALLS[`${method} ${url.pathname}`];
  if (!call) throw notFound('Not Found');
  return call({ ...parts, body: parseBody(text), query: url.searchParams });
}
