import { checks, type CheckKind } from '@desk/contract/checks';
import { afterAll, beforeEach, expect } from 'vitest';
import { startDns } from '../../../../../simulators/dns/start.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';

export const world = makeWorld({ today: '2026-11-21', customers: 12, resellers: 2 });

/** Name servers for one test file, and desks that ask them. */
export async function checksDesk() {
  const dns = await startDns({ world });
  beforeEach(() => dns.faults.clear());
  afterAll(() => dns.stop());

  const openDesk = async (options: TestServerOptions = {}) => {
    const desk = await testServer({ ...options, env: { DNS_SERVERS: dns.env.DNS_SERVERS, ...options.env } });
    const asha = await desk.as();
    const types = async (kind: CheckKind, domain: string) => (await asha.calls(checks[kind], { domain })).reply;
    const uploads = (content: string | Buffer, kind: CheckKind = 'mail', name = 'domains.csv') =>
      asha.uploads(checks[kind], {}, { name, bytes: content });
    /** Begins to check a file; nobody works on it yet. */
    const begins = async (content: string | Buffer, kind: CheckKind = 'mail') => {
      const { status, reply } = await uploads(content, kind);
      expect(status).toBe(200);
      return reply.run ?? expect.unreachable('no run');
    };
    const look = async (run_id: number, page = 1) => (await asha.calls(checks.run, { run_id, page })).reply;
    return { ...desk, asha, types, uploads, begins, look };
  };
  return { dns, openDesk };
}

export const listOf = (count: number, name = 'name') =>
  Array.from({ length: count }, (_, n) => `${name}-${n}.dns.example`).join('\n');
