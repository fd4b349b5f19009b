import { afterAll, beforeEach } from 'vitest';
import { startJumpCloud } from '../../../../../simulators/jumpcloud/start.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { makeJumpCloud, type JumpCloudOptions } from '../client.ts';

/** For one test file: a JumpCloud over an invented world, and clients of it that note how long they would wait. */
export async function jumpcloudClient() {
  const jumpcloud = await startJumpCloud({ world: makeWorld({ today: '2026-11-21', customers: 200, resellers: 5 }) });
  const pauses: number[] = [];
  const sleep = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  beforeEach(() => {
    jumpcloud.faults.clear();
    pauses.length = 0;
  });
  afterAll(() => jumpcloud.stop());
  const { env } = jumpcloud;
  const makeClient = (changed: Partial<JumpCloudOptions> = {}) =>
    makeJumpCloud({
      url: env.JUMPCLOUD_URL,
      apiKey: env.JUMPCLOUD_API_KEY,
      providerId: env.JUMPCLOUD_PROVIDER_ID,
      sleep,
      ...changed,
    });
  return { jumpcloud, pauses, makeClient };
}
