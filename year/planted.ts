import type { Change } from '../fault-tests/planted-bug.ts';
import { bugsOfRules } from '../launcher/planted/bugs-of-rules.ts';

/** A bug in a rule that the product promises to keep, which at least one of these measures must see. */
export interface PlantedInYear {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly measures: readonly string[];
}

const changeOf = (name: string): Change => {
  const bug = bugsOfRules.find((one) => one.name === name);
  if (!bug) throw new Error(`No bug is called '${name}'.`);
  return bug.change;
};
const known = (name: string, ...measures: string[]): PlantedInYear => ({ name, changes: [changeOf(name)], measures });

/** Those of the design whose capability is built; each is planted in a run of its own. */
export const plantedInYear: readonly PlantedInYear[] = [
  known('the last safe day is the day on which the term ends', 'Last safe day'),
  {
    // In India its day is never before that of UTC: that of UTC alone would change nothing.
    name: 'a provider’s day is that of the business alone',
    changes: [
      {
        file: 'server/src/domain/deadlines/last-safe-day.ts',
        from: 'return utc < ours ? utc : ours;',
        to: 'return utc === "" ? utc : ours;',
      },
    ],
    measures: ['Last safe day'],
  },
  {
    name: 'what somebody on leave has stays in their own list',
    changes: [
      {
        file: 'server/src/domain/work-items/assignee-on.ts',
        from: 'return cover !== undefined && isThere(cover) ? cover : managerOf(ownerId, team, isThere);',
        to: 'return cover === -1 ? managerOf(ownerId, team, isThere) : ownerId;',
      },
    ],
    measures: ['Orphan-day'],
  },
  known('who has decided is reminded', 'Reminder after stop'),
  known('who has answered is reminded', 'Reminder after stop'),
  known('what was placed is verified without being read back', 'Instruction unverified', 'Lost renewal'),
];
