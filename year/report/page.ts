import { assess, weeksOf, type Assessment, type Week } from '../oracle/assess.ts';
import type { Measure } from '../oracle/measures/measure.ts';
import type { Run } from '../oracle/seen.ts';
import { dayWords } from '../oracle/words.ts';
import { hashOf, outcomeRows, valueKept, type Outcome, type Value } from '../oracle/value.ts';
import { chartOf, type Chart } from './chart.ts';
import { escaped } from './html.ts';
import { STYLE } from './style.ts';
import { extentWords, figureOf, unknownWords, verdictOf } from './table.ts';

const LAKH = 100_000;

const rupees = (value: number): string => `₹${Math.round(value).toLocaleString('en-IN')}`;
const lakhs = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 1 });
const counted = (value: number): string => value.toLocaleString('en-IN', { maximumFractionDigits: 1 });

/** `2026-11` as `Nov 2026`. */
const monthWords = (month: string): string => dayWords(`${month}-01`).slice(2);

function measureRow(measure: Measure): string {
  const { name, demand, note, worst, holds } = measure;
  const kind = holds === 'not built' ? 'soft' : holds ? 'ok' : 'bad';
  const cells = `<td>${escaped(demand)}</td><td>${escaped(figureOf(measure))}</td><td class="${kind}">${verdictOf(measure)}</td>`;
  const lines = [...(note === null ? [] : [note]), ...worst.map(({ term, sentence }) => `${term}: ${sentence}`)];
  const stories = lines.map((line) => `<tr><td class="story" colspan="4">${escaped(line)}</td></tr>`);
  return `<tr><th scope="row">${escaped(name)}</th>${cells}</tr>${stories.join('')}`;
}

const measureTable = ({ measures }: Assessment): string =>
  `<div class="wide"><table><caption>What was demanded, and what was found</caption><thead><tr><th scope="col">Measure</th><th scope="col">Demand</th>` +
  `<th scope="col">Found</th><th scope="col">Verdict</th></tr></thead><tbody>${measures.map(measureRow).join('')}</tbody></table></div>`;

function valueChart({ byMonth }: Value): Chart {
  return {
    ...{ id: 'value', title: 'Value of the terms that began', unit: '₹ lakh a year, by month', of: 'Month' },
    labels: byMonth.map(({ month }) => monthWords(month)),
    series: [
      { name: 'As it is', values: byMonth.map(({ decided }) => decided / LAKH) },
      { name: 'If nobody had acted', values: byMonth.map(({ nobodyActs }) => nobodyActs / LAKH) },
    ],
    format: lakhs,
  };
}

const weekLabels = (weeks: readonly Week[]): string[] => weeks.map(({ monday }) => dayWords(monday));

const alertChart = (weeks: readonly Week[]): Chart => ({
  ...{ id: 'alerts', title: 'Alerts', unit: 'domains named in mails to the staff, a week', of: 'Week from' },
  labels: weekLabels(weeks),
  series: [{ name: 'Alerts', values: weeks.map(({ alerts }) => alerts) }],
  format: counted,
});

const workChart = (weeks: readonly Week[]): Chart => ({
  ...{ id: 'opened', title: 'Items opened', unit: 'a person a day, by week', of: 'Week from' },
  labels: weekLabels(weeks),
  series: [
    { name: 'Average', values: weeks.map(({ average }) => average) },
    { name: 'Most on one day', values: weeks.map(({ most }) => most) },
  ],
  format: counted,
});

function valueSection(value: Value): string {
  const unmatched =
    value.unmatched === 0 ? '' : ` ${value.unmatched} terms ended in one of both runs only and are left out.`;
  return `<h2>Value kept</h2>
<p class="sum">${rupees(value.rupees)} a year</p>
<p class="soft">What the terms that began are worth, less what they would be if nobody had acted: ${rupees(value.saved)} more where customers stayed or took more, ${rupees(value.unwanted)} less where they wanted less and would have paid all the same.${unmatched}</p>
${chartOf(valueChart(value))}`;
}

/**
 * The report of a run as one page, which loads nothing from anywhere.
 * @param baseline what became of the terms in a run of the same seed in which nobody acts; without it no value is shown
 */
export function pageOf(run: Run, baseline?: readonly Outcome[]): string {
  const assessment = assess(run);
  const weeks = weeksOf(run);
  const { seed, domains, days, from } = run;
  const unknown = unknownWords(assessment.extent);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A simulated year, seed ${seed}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>A simulated year</h1>
<p class="soft">Seed ${seed}, ${counted(domains)} domains, ${days} days from ${dayWords(from)}. ${escaped(extentWords(assessment.extent))}</p>
${unknown === '' ? '' : `<p class="bad">${escaped(unknown)}</p>`}<p class="soft">Outcome ${hashOf(outcomeRows(run)).slice(0, 16)}: the same for the same seed.</p>
${measureTable(assessment)}
${baseline === undefined ? '' : valueSection(valueKept(run, baseline))}
<h2>Work</h2>
${chartOf(alertChart(weeks))}
${chartOf(workChart(weeks))}
</main>
</body>
</html>
`;
}
