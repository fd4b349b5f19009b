import { afterAll, beforeEach } from 'vitest';
import { makeWorld } from '../../world/world.ts';
import { startZoho } from '../start.ts';

interface Reply {
  status: number;
  /** JSON; undefined where there is none. */
  body: unknown;
}

interface RequestOptions {
  json?: object;
  headers?: Record<string, string>;
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** For one test file: a Zoho over an invented world, spoken to over HTTP without the product's client. */
export async function runningZoho({ customers = 30 }: { customers?: number } = {}) {
  const world = makeWorld({ today: '2026-11-21', customers, resellers: 5 });
  const zoho = await startZoho({ world });
  beforeEach(() => {
    zoho.faults.clear();
    zoho.tokens.forgetGiven();
  });
  afterAll(() => zoho.stop());

  const askToken = async (changed: Record<string, string> = {}) => {
    const { ZOHO_CLIENT_ID: id, ZOHO_CLIENT_SECRET: secret, ZOHO_REFRESH_TOKEN: refresh } = zoho.env;
    const form = { grant_type: 'refresh_token', client_id: id, client_secret: secret, refresh_token: refresh };
    const body = new URLSearchParams({ ...form, ...changed });
    return replyOf(await fetch(`${zoho.url}/oauth/v2/token`, { method: 'POST', body }));
  };
  const authorization = async () => {
    const { access_token: token } = (await askToken()).body as { access_token: string };
    return `Zoho-oauthtoken ${token}`;
  };
  let standing: string | undefined;
  /** Calls with a token of its own, unless `headers` has another. */
  const print = async (method: string, path: string, { json, headers = {} }: RequestOptions = {}) => {
    standing ??= await authorization();
    return replyOf(
      await fetch(zoho.url + path, {
        method,
        headers: { authorization: standing, ...headers },
        ...(json && { body: JSON.stringify(json) }),
      }),
    );
  };
  return { world, zoho, askToken, authorization, say: print };
}
