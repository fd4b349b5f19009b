import type { Classes, Finding } from './slices.ts';

const SHOWN = 4_000;

/** The finding, and the command that reproduces it. */
export function message({ call, actor, what, body, headers }: Finding, seed: number): string {
  const answer = [
    `${call} by ${actor}: ${what}`,
    ...(body === undefined ? [] : [`Body: ${body.slice(0, SHOWN)}`]),
    ...(headers === undefined ? [] : [`Headers: ${JSON.stringify(headers)}`]),
    `Again: npm run fuzz -- --seed ${seed} --call ${call} --actor '${actor}'`,
  ];
  return answer.join('\n');
}

/** One line: how many requests, and how many answers of each class. */
export function countsLine(classes: Classes, of: number): string {
  const total = new Map<string, number>();
  for (const ofCall of classes.values())
    for (const [name, count] of ofCall) total.set(name, (total.get(name) ?? 0) + count);
  const requests = [...total.values()].reduce((sum, count) => sum + count, 0);
  const done = [...classes.values()].filter((ofCall) => ofCall.has('2xx')).length;
  const each = [...total].toSorted().map(([name, count]) => `${name} ${count.toLocaleString('en')}`);
  return `${requests.toLocaleString('en')} requests to ${classes.size} of ${of} calls: ${each.join(', ')}; ${done} calls did what they were asked.`;
}

/** Calls that were never asked for something that they do: nothing is known of what comes after their first look. */
export const neverDone = (classes: Classes): string[] =>
  [...classes].filter(([, ofCall]) => !ofCall.has('2xx')).map(([path]) => path);
