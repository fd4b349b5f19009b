import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Environment,
  HeaderMap,
  InitializeBuilder,
  LogBuilder,
  OAuthBuilder,
  ParameterMap,
  Record,
  SDKConfigBuilder,
  TokenStore,
  type Param,
} from '@zohocrm/nodejs-sdk-8.0';
import { afterAll } from 'vitest';
import type { startZoho } from '../start.ts';

type Zoho = Awaited<ReturnType<typeof startZoho>>;

/** Keeps no token beyond the process, as the standard stores do in a file or a database. */
class NoStore extends TokenStore.TokenStore {
  findToken = () => Promise.resolve(null);
  findTokenById = () => Promise.resolve(null);
  saveToken = () => Promise.resolve();
  deleteToken = () => Promise.resolve();
  getTokens = () => Promise.resolve([]);
  deleteTokens = () => Promise.resolve();
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes Zoho's client the one of this process, as its documentation has it, at the addresses of the simulator. */
export async function initializeSdk({ url, env }: Zoho, { secret = env.ZOHO_CLIENT_SECRET } = {}): Promise<void> {
  // It keeps there what it has learnt of modules and fields.
  const folder = mkdtempSync(join(tmpdir(), 'desk-zoho-sdk-'));
  folders.push(folder);
  const token = new OAuthBuilder()
    .clientId(env.ZOHO_CLIENT_ID)
    .clientSecret(secret)
    .refreshToken(env.ZOHO_REFRESH_TOKEN)
    .findUser(true)
    .build();
  const builder = await new InitializeBuilder();
  await builder
    .environment(new Environment(url, `${url}/oauth/v2/token`, url))
    .token(token)
    .store(new NoStore())
    .SDKConfig(new SDKConfigBuilder().autoRefreshFields(true).build())
    .resourcePath(folder)
    .logger(new LogBuilder().level('off').build())
    .initialize();
}

export async function parameters(...given: [Param, unknown][]): Promise<ParameterMap> {
  const map = new ParameterMap();
  for (const [param, value] of given) await map.add(param, value);
  return map;
}

export const noHeaders = () => new HeaderMap();

/** The rows of a write. */
export function rows(...given: { [field: string]: unknown }[]): Record.BodyWrapper {
  const body = new Record.BodyWrapper();
  body.setData(
    given.map((fields) => {
      const row = new Record.Record();
      for (const [field, value] of Object.entries(fields)) row.addKeyValue(field, value);
      return row;
    }),
  );
  return body;
}
