import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { imports } from '@desk/contract/imports';
import { renewals } from '@desk/contract/renewals';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { hostileFiles } from '../../../fault-tests/hostile-files.ts';
import { throttlesTable } from '../platform/db/tables/accounts.ts';
import { checkRunsTable } from '../platform/db/tables/checks.ts';
import { importsTable } from '../platform/db/tables/subscriptions.ts';
import { limitsOf } from '../platform/files/limits.ts';
import { testServer, type TestServer } from '../testing/server.ts';

const uploads = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .filter(({ upload }) => upload !== undefined);
const files = hostileFiles();

const ASSIGNMENT: readonly string[] = [renewals.bulkAssign.path, renewals.checkBulkAssign.path];
const fieldsOf = ({ path }: Call): object => {
  if (ASSIGNMENT.includes(path)) return { month: '2027-04' };
  return path === imports.check.path ? { kind: 'renewal_dates' } : {};
};

let desk: TestServer;
let asha: Awaited<ReturnType<TestServer['as']>>;
beforeAll(async () => {
  desk = await testServer();
  asha = await desk.as();
});
beforeEach(() => desk.db.delete(throttlesTable));

test('every upload is tried with files that are none too large to be sent', () => {
  expect(uploads.length).toBeGreaterThanOrEqual(4);
  for (const { name, bytes } of files) expect([name, bytes.length <= limitsOf.csv.bytes]).toEqual([name, true]);
});

test.each(files.filter((file) => !file.isWithinLimits).map((file) => [file.name, file] as const))(
  '%s is refused by every upload, with a sentence, and nothing of it is kept',
  async (_name, file) => {
    for (const call of uploads) {
      const { status, reply } = await asha.uploads(call, fieldsOf(call), { name: 'file', bytes: file.bytes });
      expect([call.path, status, reply.errors]).toEqual([call.path, 422, [expect.anything()]]);
      const [{ reason }] = reply.errors as [{ reason: string }];
      expect(reason).toMatch(/^[A-Z].{10,200}\.$/);
    }
    expect(await desk.db.$count(importsTable)).toBe(0);
    expect(await desk.db.$count(checkRunsTable)).toBe(0);
  },
);
