import type { PlantedBug } from '../planted-bug.ts';

const MAIL_PROBLEM = 'server/src/integrations/mail/problem.ts';

/** Bugs under which something happens outside twice, or not at all. */
export const ofExternalServices: readonly PlantedBug[] = [
  {
    name: 'a mail that was refused for good is tried again',
    round: 'R-05',
    sign: '0 of 2 refused messages ended as failed',
    changes: [
      {
        file: MAIL_PROBLEM,
        from: "return { outcome: 'failed', reason, ...(isOfRecipient",
        to: "return { outcome: 'retry', reason, ...(isOfRecipient",
      },
    ],
  },
  {
    name: 'a mail that was put off is given up',
    round: 'R-05',
    sign: 'lost: reminders',
    changes: [
      {
        file: MAIL_PROBLEM,
        from: "return { outcome: 'retry', reason };",
        to: "return { outcome: 'failed', reason };",
      },
    ],
  },
  {
    name: 'each try of a mail is a mail of its own',
    round: 'R-05',
    sign: 'doubled: reminders',
    changes: [
      {
        file: 'server/src/platform/outbox/message-id.ts',
        from: '`<desk-outbox-${id}@',
        to: '`<desk-outbox-${id}-${crypto.randomUUID()}@',
      },
    ],
  },
  {
    name: 'each try of an order decides anew how many seats there shall be',
    round: 'R-06',
    sign: 'doubled: seats',
    changes: [
      {
        file: 'server/src/features/licences/commands.ts',
        from: 'const totals = seatsBefore === null || seatsAfter === null ? decide() : { from: seatsBefore, to: seatsAfter };',
        to: 'const totals = decide();',
      },
    ],
  },
  {
    name: 'neither the key of a click nor the seats that it saw are looked at',
    round: 'R-06',
    sign: 'doubled: seats',
    changes: [
      {
        file: 'server/src/app/handle-call.ts',
        from: 'return withIdempotencyKey(ctx, { accountId: id, key, path, body: asked, isSecret }, work);',
        to: 'return work(ctx.write);',
      },
      {
        file: 'server/src/features/licences/commands.ts',
        from: 'if (boughtSeats(known) !== seats) refuse(licences.add, 409);',
        to: '',
      },
    ],
  },
];
