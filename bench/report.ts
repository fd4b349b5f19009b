type Unit = 'ms' | '/s' | 's' | 'MB' | 'kB';

export type Line = {
  work: string;
  unit: Unit;
  /** Null: there is none, or it was not measured. */
  limit: number | null;
  product: number | null;
  /** At most so many times the limit (for `/s`: at least that part of it). */
  times?: number;
  /** At most (of the product, in the unit). */
  most?: number;
  /** Why there is no figure of the product. */
  note?: string;
};

/** The row of what a unit of work takes of the processors, of server and PostgreSQL together. */
export const cpuLine = (work: string, cpu: { limit: number | null; product: number | null }, times?: number): Line => ({
  ...{ work: `${work}: CPU of each`, unit: 'ms', ...cpu },
  ...(times !== undefined && { times }),
});

const shown = (value: number | null, unit: Unit): string => {
  if (value === null) return '–';
  return `${value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)} ${unit}`;
};

/** How many times worse than the limit. */
const ratioOf = ({ limit, product, unit }: Line): number | null => {
  if (limit === null || product === null) return null;
  return unit === '/s' ? limit / product : product / limit;
};

function isMet(line: Line): string {
  const { product, times, most } = line;
  const ratio = ratioOf(line);
  const held = [
    ...(times !== undefined && ratio !== null ? [ratio <= times] : []),
    ...(most !== undefined && product !== null ? [product <= most] : []),
  ];
  if (held.length === 0) return '–';
  return held.every(Boolean) ? 'yes' : '**no**';
}

const goalOf = ({ times, most, unit }: Line): string => {
  const goals = [
    ...(times === undefined ? [] : [`≤ ${times} ×`]),
    ...(most === undefined ? [] : [`≤ ${most} ${unit}`]),
  ];
  return goals.join(', ') || '–';
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const COLUMNS = ['work', 'limit', 'desk', 'ratio', 'goal', 'met'];
/** The head of a Markdown table. */
export const HEAD = [row(COLUMNS), row(COLUMNS.map(() => '---'))].join('\n');

export const rowOf = (line: Line): string =>
  row([
    line.work,
    shown(line.limit, line.unit),
    line.note ?? shown(line.product, line.unit),
    ratioOf(line)?.toFixed(2) ?? '–',
    goalOf(line),
    isMet(line),
  ]);
