import { parseFault, type Faults } from './faults.ts';
import { int32, parseBody } from './fields.ts';
import { notFound } from './refusal.ts';
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

/**
 * The knobs for tests in another process: `GET /__admin/state`, `POST /__admin/fault` with a `Fault`,
 * `DELETE /__admin/fault`, `POST /__admin/token` with {seconds} for tokens to come, `DELETE /__admin/token` to end those given.
 */
export function answerAdmin({ method, url, text }: AdminRequest, { state, faults, tokens }: Parts): unknown {
  switch (`${method} ${url.pathname}`) {
    case 'GET /__admin/state':
      return {
        calls: state.allCalls(),
        faults: faults.waiting(),
        customers: state.accounts.all(),
        subscriptions: state.subscriptions(),
      };
    case 'POST /__admin/fault':
      faults.add(parseFault(parseBody(text)));
      return { faults: faults.waiting() };
    case 'DELETE /__admin/fault':
      faults.clear();
      return undefined;
    case 'POST /__admin/token':
      tokens.setSeconds(int32(parseBody(text), 'seconds') ?? 0);
      return undefined;
    case 'DELETE /__admin/token':
      tokens.expireAll();
      return undefined;
    default:
      throw notFound('Not Found');
  }
}
