import { makeRenewal, type RenewalOptions } from '../../../testing/fixtures.ts';
import { testServer } from '../../../testing/server.ts';

/** A desk with the given renewals and somebody who sees all screens. */
export async function deskWith(...requests: RenewalOptions[]) {
  const desk = await testServer();
  const asha = await desk.as();
  const made = [];
  for (const [i, request] of requests.entries())
    made.push(await makeRenewal(desk.db, { domain: `d${i}.example`, externalId: `S-${i}`, ...request }));
  return { desk, asha, made };
}
