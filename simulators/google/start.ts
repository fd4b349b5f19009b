import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { serveOnLoopback } from '../loopback/serve.ts';
import type { World } from '../world/types.ts';
import { makeFaults } from './faults.ts';
import { makeListener } from './listener.ts';
import { makeState } from './state.ts';
import { makeTokens } from './tokens.ts';

interface Options {
  world: World;
  /** 0: any free one. */
  port?: number;
  /** `YYYY-MM-DD`: Google's day, that of the world where it is left out. */
  today?: string;
  /** The clock runs with it; without it, it stands at noon of that day until it is turned. */
  realTime?: (() => number) | undefined;
  /** How long a bearer token lives. */
  tokenSeconds?: number;
}

const CLIENT_EMAIL = 'reseller-desk@invented-project.iam.gserviceaccount.example';
const SUBJECT = 'admin@reseller.example';

/** Google's Reseller API v1 on the loopback address, over an invented world. */
export async function startGoogle({ world, port = 0, today = world.today, realTime, tokenSeconds = 3_599 }: Options) {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const state = makeState(world, { today, realTime });
  const faults = makeFaults();
  const tokens = makeTokens({ publicKey, clientEmail: CLIENT_EMAIL, subject: SUBJECT, tokenSeconds });
  const { url, stop } = await serveOnLoopback(makeListener({ state, faults, tokens }), port);
  return {
    url,
    /** Environment of a server that uses this Google. */
    env: {
      GOOGLE_RESELLER_URL: url,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_SERVICE_ACCOUNT_JSON: serviceAccount(privateKey),
      GOOGLE_ADMIN_SUBJECT: SUBJECT,
    },
    state,
    faults,
    tokens,
    stop,
  };
}

/** The key file that Google's console would let one download. */
const serviceAccount = (privateKey: KeyObject) =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'invented-project',
    private_key_id: 'invented-key',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: CLIENT_EMAIL,
    client_id: '100000000000000000000',
    token_uri: 'https://oauth2.googleapis.com/token',
  });
