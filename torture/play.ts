import { messageOf } from '../launcher/trouble.ts';
import type { Database } from './database.ts';
import { openDesk, type Desk } from './desk.ts';
import type { Work } from './ledger.ts';
import type { Planted } from './planted-bug.ts';
import { objections, type Line } from './report.ts';
import type { Length, Round, Told } from './round.ts';
import { clickLater, compared, drain } from './settle.ts';
import { worksOf } from './writers.ts';

/** The short run is a check like others, on machines that do other things at the same time. */
const PATIENCE = { long: 1, short: 3 };

/** A round that was played on a desk which still works off what is left. */
export type Played = { round: Round; desk: Desk; works: Work[]; told: Told; barMs: number };

/** How much is told of what a round saw in place of a planted bug. */
const SHOWN = 5;

/** One round that cannot be played must not hide the others. */
const failed = (error: unknown): Told => ({
  rounds: 0,
  injected: 0,
  outageMs: 0,
  personMs: 0,
  problems: [messageOf(error)],
});

async function onDesk(desk: Desk, works: Work[], round: Round, length: Length): Promise<Told> {
  await Promise.all(desk.nodes.map((node) => node.start()));
  await desk.balancer?.look();
  const told = await round.run(desk, works, length);
  await clickLater(desk, works);
  return told;
}

/** Plays a round on a desk of its own. */
export async function play(round: Round, database: Database, main: string, length: Length): Promise<Played> {
  const { nodes, data = 'demo', proxy } = round;
  const desk = await openDesk({ database, main, nodes, data, ...(proxy && { proxy }) });
  const works = await worksOf(desk);
  const told = await onDesk(desk, works, round, length).catch(failed);
  return { round, desk, works, told, barMs: round.barMs * PATIENCE[length] };
}

const lineOf = async ({ round, works, told, barMs }: Played): Promise<Line> => {
  const acknowledged = works.flatMap(({ deeds }) => deeds).filter((deed) => deed.acknowledged).length;
  return { ...told, ...(await compared(works)), round, acknowledged, barMs };
};

/** What came of it, once all is done outside; closes the desk. */
export async function judge(played: Played): Promise<Line> {
  const { desk, works, told } = played;
  try {
    // Nothing is worked off where the round could not go on.
    if (told.rounds > 0) await drain(works);
    return await lineOf(played);
  } finally {
    await desk.close();
  }
}

/** Looks for a planted bug, by the bar that a round has on a machine of its own; closes the desk. @returns what was seen in its place, or undefined */
export async function missed(
  played: Played,
  { sign, isSlow = false }: Pick<Planted, 'sign' | 'isSlow'>,
): Promise<string | undefined> {
  const { desk, works, round } = played;
  try {
    if (isSlow) await drain(works);
    const seen = objections({ ...(await lineOf(played)), barMs: round.barMs });
    if (seen.some((line) => line.startsWith(sign))) return undefined;
    return [`${round.id} did not see it`, ...seen.slice(0, SHOWN)].join('\n  ');
  } finally {
    await desk.close();
  }
}
