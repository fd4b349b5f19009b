import { escaped, numberTable } from './html.ts';

interface Series {
  readonly name: string;
  /** One of each label. */
  readonly values: readonly number[];
}

export interface Chart {
  /** Of its elements; unique on the page. */
  readonly id: string;
  readonly title: string;
  /** Of the values, as it stands beside the axis. */
  readonly unit: string;
  /** Of the labels, as the head of their column. */
  readonly of: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

const WIDTH = 760;
const HEIGHT = 240;
const LEFT = 64;
const TOP = 12;
const BOTTOM = 28;
const TICKS = 4;
const MOST_LABELS = 9;
const PLOT = { width: WIDTH - LEFT - 8, height: HEIGHT - TOP - BOTTOM };
/** Of the room of a label, what its bars fill. */
const FILLED = 0.78;

/** The smallest round step of which so many reach the value. */
function stepFor(most: number): number {
  const raw = Math.max(most, 1e-9) / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 2.5, 5, 10].find((one) => one * power >= raw * 0.999_999) ?? 10);
}

const place = (value: number): string => String(Math.round(value * 10) / 10);

function grid(most: number, format: Chart['format']): string {
  return Array.from({ length: TICKS + 1 }, (_, n) => {
    const y = place(TOP + PLOT.height * (1 - n / TICKS));
    const label = escaped(format((most * n) / TICKS));
    return (
      `<line class="${n === 0 ? 'axis' : 'grid'}" x1="${LEFT}" x2="${WIDTH - 8}" y1="${y}" y2="${y}"/>` +
      `<text class="tick" x="${LEFT - 8}" y="${y}" dy="0.32em" text-anchor="end">${label}</text>`
    );
  }).join('');
}

function barsOf({ labels, series, format }: Chart, most: number): string {
  const room = PLOT.width / Math.max(1, labels.length);
  const width = (room * FILLED) / series.length;
  const every = Math.ceil(labels.length / MOST_LABELS);
  return labels
    .map((label, n) => {
      const left = LEFT + room * n;
      const bars = series.map(({ name, values }, s) => {
        const value = values[n] ?? 0;
        const height = (PLOT.height * Math.max(0, value)) / most;
        const x = left + (room * (1 - FILLED)) / 2 + width * s;
        const box = `x="${place(x)}" y="${place(TOP + PLOT.height - height)}" width="${place(Math.max(1, width - 1))}"`;
        const text = escaped(`${label}, ${name}: ${format(value)}`);
        return `<rect class="s${s + 1}" ${box} height="${place(height)}"><title>${text}</title></rect>`;
      });
      const isShown = n % every === 0;
      const x = place(left + room / 2);
      const below = isShown ? `<text class="tick" x="${x}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(label)}</text>` : ''; // prettier-ignore
      return bars.join('') + below;
    })
    .join('');
}

const legendOf = (series: readonly Series[]): string =>
  series.length < 2
    ? ''
    : `<p class="legend">${series.map(({ name }, s) => `<span><i class="s${s + 1}"></i>${escaped(name)}</span>`).join('')}</p>`;

/** A bar chart with its title, its legend, and the table of its numbers. */
export function chartOf(chart: Chart): string {
  const { id, title, unit, of, labels, series, format } = chart;
  const top = Math.max(0, ...series.flatMap(({ values }) => values));
  const most = stepFor(top) * TICKS;
  const rows = labels.map((label, n) => [label, ...series.map(({ values }) => format(values[n] ?? 0))]);
  return `<figure>
<figcaption id="${id}">${escaped(title)} <span class="unit">${escaped(unit)}</span></figcaption>
${legendOf(series)}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}">${grid(most, format)}${barsOf(chart, most)}</svg>
<details><summary>The numbers</summary>${numberTable(`${title}, ${unit}`, [of, ...series.map(({ name }) => name)], rows)}</details>
</figure>`;
}
