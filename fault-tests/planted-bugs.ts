import type { Change, PlantedBug } from './planted-bug.ts';
import { ofCrowds } from './planted/crowds.ts';
import { ofExternalServices } from './planted/external-services.ts';
import { ofSeveralMachines } from './planted/several-machines.ts';
import { ofTables } from './planted/tables.ts';

/** Between two steps that should be one: time enough for a fault to come between, on a slow machine too. */
const PAUSE = 'await new Promise((resolve) => setTimeout(resolve, 1_000));';
/** The same where somebody waits for it. */
const SHORT_PAUSE = 'await new Promise((resolve) => setTimeout(resolve, 300));';

const TIMEOUTS = 'server/src/platform/http/timeouts.ts';
const ENDS_AT_ONCE: Change = {
  file: 'server/src/platform/process/signals.ts',
  from: 'else void shutdown.begin(signal, 0);',
  to: 'else process.exit(0);',
};

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'the audit log is written after the transaction',
    round: 'R-01',
    sign: 'half: comments',
    isShort: true,
    changes: [
      {
        file: 'server/src/domain/renewals/comments.ts',
        from: "await audit(tx, 'name' in author ? {} : author, aboutRenewal(action, old.id, now, old));",
        to: `void (async () => { ${PAUSE} await audit(author.db, author, aboutRenewal(action, old.id, now, old)); })();`,
      },
    ],
  },
  {
    name: 'the answer comes before the commit',
    round: 'R-01',
    sign: 'lost: comments',
    changes: [
      {
        file: 'server/src/features/follow-up/commands.ts',
        from: 'await addRenewalComment(tx, ctx, old, added);',
        to: `void (async () => { ${PAUSE} await ctx.db.transaction((later) =>
          addRenewalComment(later, ctx, old, added)); })();`,
      },
    ],
  },
  {
    name: 'the key of a repeated click is not looked at',
    round: 'R-01',
    sign: 'doubled: comments',
    changes: [
      {
        file: 'server/src/app/handle-call.ts',
        from: 'return withIdempotencyKey(ctx, { accountId: id, key, path, body: asked, isSecret }, work);',
        to: `return work(ctx.write).then(async (answer) => { ${SHORT_PAUSE} return answer; });`,
      },
    ],
  },
  {
    name: 'the key of a click is marked as done after its write',
    round: 'R-01',
    sign: 'doubled: comments',
    isShort: true,
    changes: [
      {
        file: 'server/src/platform/http/idempotency.ts',
        from: 'if (kept.isDone) return writeTo(pool)(work);',
        to: `return writeTo(pool)(work).then(async (result) => { ${SHORT_PAUSE} return result; });`,
      },
    ],
  },
  {
    name: 'the click of a node that died is never taken up',
    round: 'R-01',
    sign: 'somebody waited for',
    changes: [
      { file: 'server/src/platform/http/idempotency.ts', from: "interval '8 seconds'", to: "interval '1 hour'" },
    ],
  },
  {
    name: 'a mail counts as sent before it is',
    round: 'R-01',
    sign: 'lost: reminders',
    isSlow: true,
    changes: [
      {
        file: 'server/src/features/outbox/jobs.ts',
        from: 'await queue.underLease(message, services, () => dispatch(message, services))',
        to: `await (async () => { await finish(message, { outcome: 'sent', providerId: '' }, services); ${PAUSE}
          return dispatch(message, services); })()`,
      },
    ],
  },
  {
    name: 'an order of seats has no recovery point',
    round: 'R-01',
    sign: 'doubled: seats',
    isSlow: true,
    changes: [
      {
        file: 'server/src/features/licences/commands.ts',
        from: 'const totals = seatsBefore === null || seatsAfter === null ? decide() : { from: seatsBefore, to: seatsAfter };',
        to: 'const totals = decide();',
      },
      {
        file: 'server/src/features/licences/jobs.ts',
        from: `return { state: 'done', answer };`,
        to: `${PAUSE.repeat(5)} return { state: 'done', answer };`,
      },
    ],
  },
  {
    name: 'a lost connection in use is not listened to',
    round: 'R-02',
    sign: 'a node died',
    changes: [
      {
        file: 'server/src/platform/db/connection/connect.ts',
        from: `pool.on('connect', (client) => client.on('error', lost));`,
        to: '',
      },
      {
        file: 'server/src/platform/db/connection/client.ts',
        from: "this.on('error', () => undefined);",
        to: '',
      },
    ],
  },
  {
    name: 'a line that died without a word is not noticed',
    round: 'R-03',
    sign: 'silent: an answer took',
    changes: [
      {
        file: 'server/src/platform/db/connection/connect.ts',
        from: 'if (line) followHeartbeat(pool, line, isPooled);',
        to: '',
      },
    ],
  },
  {
    name: 'an edit does not look at what somebody saw',
    round: 'R-09',
    sign: 'one edit of a zone could win',
    changes: [{ file: 'server/src/features/renewals/commands.ts', from: 'was !== undefined', to: 'false' }],
  },
  {
    name: 'who speaks slowly is waited for',
    round: 'R-12',
    sign: 'slow with the',
    changes: [{ file: TIMEOUTS, from: 'head: 8_000, request: 11_000,', to: 'head: 60_000, request: 60_000,' }],
  },
  {
    name: 'who does not read is waited for',
    round: 'R-12',
    sign: 'slow with reading',
    changes: [{ file: TIMEOUTS, from: 'reading: 6_000,', to: 'reading: 60_000,' }],
  },
  {
    name: 'what all cells hold together is not counted',
    round: 'R-14',
    sign: 'took',
    changes: [
      {
        file: 'server/src/platform/files/table.ts',
        from: 'if (characters > limits.characters) {',
        to: 'if (characters < 0) {',
      },
    ],
  },
  {
    name: 'the rows of a file are worked through in one go',
    round: 'R-14',
    sign: 'blocked the loop',
    changes: [
      { file: 'server/src/platform/concurrency/chunks.ts', from: 'const SLICE_MS = 8;', to: 'const SLICE_MS = 8_000;' },
    ],
  },
  {
    name: 'a node that is asked to stop ends at once',
    round: 'R-08b',
    sign: 'requests failed',
    changes: [ENDS_AT_ONCE],
  },
  { name: 'the same behind nginx', round: 'R-08c', sign: 'requests failed', changes: [ENDS_AT_ONCE] },
  {
    name: 'a browser that logged in before counts as any other',
    round: 'R-18',
    sign: 'a browser that logged in before is kept out',
    changes: [
      {
        file: 'server/src/auth/login-attempts.ts',
        from: 'if (device !== undefined) return',
        to: 'if (device === "") return',
      },
    ],
  },
  {
    name: 'a code counts for everybody who has it',
    round: 'R-18',
    sign: "a neighbour's try at the code of another browser",
    changes: [
      {
        file: 'server/src/auth/code-attempts.ts',
        from: 'and(openCodes(ctx, email, purpose), gt(o.expiresAt, NOW));',
        // What was mailed to anybody is another kind of code.
        to: "and(eq(o.email, email), sql`${o.client} <> 'mailed'`, isNull(o.usedAt), gt(o.expiresAt, NOW));",
      },
    ],
  },
  {
    name: 'all codes have one budget',
    round: 'R-18',
    sign: 'after 520 codes to unknown e-mails a login of staff',
    changes: [
      {
        file: 'server/src/auth/codes.ts',
        from: 'const isTheirs = AFTER_PASSWORD.has(purpose) || device !== undefined;',
        to: 'const isTheirs = false;',
      },
      {
        file: 'server/src/auth/codes.ts',
        from: "(purpose === 'register') === (instead !== undefined);",
        to: 'false;',
      },
    ],
  },
  {
    name: 'who comes without a cookie is known by the address',
    round: 'R-18',
    sign: 'a neighbour sets a password with the proof of another browser',
    changes: [
      {
        file: 'server/src/auth/client-cookies.ts',
        from: 'challenge: challenge && `cookie:${hashed(challenge)}`,',
        to: 'challenge: known === undefined ? `address:${request.ip}` : `cookie:${hashed(known)}`,',
      },
    ],
  },
  ...ofCrowds,
  ...ofExternalServices,
  ...ofSeveralMachines,
  ...ofTables,
];
