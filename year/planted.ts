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
  known('the last safe day is the day on which the term ends', 'Lost renewal', 'Late alert', 'Unwanted renewal'),
  known('a provider’s day is that of UTC alone', 'Lost renewal', 'Late alert', 'Unwanted renewal', 'Noise'),
  known('a cover is ignored', 'Lost renewal', 'Late alert', 'Unassigned', 'Orphan-day', 'Silent shrink'),
  known('what was placed is verified without being read back', 'Instruction unverified', 'Lost renewal'),
];
