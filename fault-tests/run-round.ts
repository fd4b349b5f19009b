import { messageOf } from '../launcher/report-error.ts';
import type { Database } from './database.ts';
import { openProduct, type Product } from './product.ts';
import type { Workload } from './acknowledged-writes.ts';
import type { PlantedBug } from './planted-bug.ts';
import { objections, type Line } from './report.ts';
import type { Length, Round, Reported } from './round.ts';
import { clickLater, compared, drain } from './settle.ts';
import { workloadsOf } from './writers.ts';

/** The short run is a check like others, on machines that do other things at the same time. */
const BAR_FACTOR = { long: 1, short: 3 };

/** A round that was played on a product which still works off what is left. */
export type RoundResult = { round: Round; product: Product; works: Workload[]; report: Reported; barMs: number };

/** Number of findings reported in place of a planted bug. */
const SHOWN = 5;

/** One round that cannot be played must not hide the others. */
const failed = (error: unknown): Reported => ({
  rounds: 0,
  injected: 0,
  outageMs: 0,
  personMs: 0,
  problems: [messageOf(error)],
});

async function onProduct(product: Product, works: Workload[], round: Round, length: Length): Promise<Reported> {
  await Promise.all(product.nodes.map((node) => node.start()));
  await product.balancer?.look();
  const message = await round.run(product, works, length);
  await clickLater(product, works);
  return message;
}

/** Plays a round on a product of its own. */
export async function runRound(round: Round, database: Database, main: string, length: Length): Promise<RoundResult> {
  const { nodes, data = 'demo', proxy, topology } = round;
  const product = await openProduct({
    database,
    main,
    nodes,
    data,
    ...(proxy && { proxy }),
    ...(topology && { topology }),
  });
  const works = await workloadsOf(product);
  const messages = await onProduct(product, works, round, length).catch(failed);
  return { round, product, works, report: messages, barMs: round.barMs * BAR_FACTOR[length] };
}

/** Why nodes answered 500, each reason once: the answer itself names none. */
function reasonsOf500(product: Product): string[] {
  const failures = product.nodes.flatMap((node) => node.log()).filter((line) => line.includes('"request_failed"'));
  const reasons = failures.flatMap((line) => {
    const { status, code, reason, stack } = JSON.parse(line) as Record<string, unknown>;
    return status === 500 ? [`500 because of ${String(code)} ${String(reason)}\n${String(stack)}`] : [];
  });
  return [...new Set(reasons)].slice(0, SHOWN);
}

const lineOf = async ({ product, round, works, report, barMs }: RoundResult): Promise<Line> => {
  const acknowledged = works.flatMap(({ actions }) => actions).filter((action) => action.acknowledged).length;
  const problems = [...report.problems, ...reasonsOf500(product)];
  return { ...report, problems, ...(await compared(works)), round, acknowledged, barMs };
};

/** The round's results, once all effects are done; closes the product. */
export async function evaluate(result: RoundResult): Promise<Line> {
  const { product, works, report } = result;
  try {
    // Nothing is worked off where the round could not go on.
    if (report.rounds > 0) await drain(works);
    return await lineOf(result);
  } finally {
    await product.close();
  }
}

/** Looks for a planted bug, by the bar that a round has on a machine of its own; closes the product. @returns what was seen in its place, or undefined */
export async function missed(
  result: RoundResult,
  { sign, isSlow = false }: Pick<PlantedBug, 'sign' | 'isSlow'>,
): Promise<string | undefined> {
  const { product, works, round } = result;
  try {
    if (isSlow) await drain(works);
    const seen = objections({ ...(await lineOf(result)), barMs: round.barMs });
    if (seen.some((line) => line.startsWith(sign))) return undefined;
    return [`${round.id} did not see it`, ...seen.slice(0, SHOWN)].join('\n  ');
  } finally {
    await product.close();
  }
}
