import type { PlantedBug } from '../planted-bug.ts';

/** Bugs that are felt where the database is more than one machine, or lies behind a pooler. */
export const ofSeveralMachines: readonly PlantedBug[] = [
  {
    name: 'the primary of before is asked for ever',
    round: 'R-20',
    sign: 'an outage of',
    changes: [
      {
        file: 'server/src/platform/db/connection/client.ts',
        from: 'if (primaries.get(hosts) === known) primaries.delete(hosts);',
        to: '',
      },
    ],
  },
  {
    name: 'statements are prepared through a pooler',
    round: 'R-21b',
    sign: 'requests failed',
    changes: [
      {
        file: 'server/src/platform/db/connection/for-pooler.ts',
        from: 'const asked: Question = { ...question, name: undefined };',
        to: 'const asked: Question = { ...question };',
      },
    ],
  },
];
