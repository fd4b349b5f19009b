import { totalValue } from '@desk/contract/rules/annual-value';
import type { RenewalRow } from '@desk/contract/renewals';
import { useMemo } from 'react';
import { Tiles, type Tile } from '../../kit/filter/tiles.tsx';
import { number, shortMoney } from '../../kit/text/format.ts';
import { lossByItself } from '../../parts/renewal/next-term.ts';
import { matchTile, TILES, type TileKey } from '../../parts/renewal/renewal-filter.ts';

const LABELS: Record<TileKey | '', string> = {
  '': 'Renewals',
  confirmed: 'Confirmed',
  undecided: 'Undecided',
  losing: 'Less If Nobody Acts',
  left: 'Left',
  unassigned: 'Unassigned',
};
const TONES: Partial<Record<TileKey | '', 'good' | 'bad'>> = {
  confirmed: 'good',
  losing: 'bad',
  left: 'bad',
  unassigned: 'bad',
};

/** What some renewals are worth a year: a line for each currency, and how many have no price. */
function notesOf(rows: readonly RenewalRow[]): readonly string[] {
  const { sums, withoutPrice } = totalValue(rows);
  const amounts = [...sums].map(([currency, sum]) => `${shortMoney(sum, currency)} a year`);
  return [...amounts, ...(withoutPrice > 0 ? [`${number(withoutPrice)} without price`] : [])];
}

/** What is lost a year where the provider's own setting stands. */
function lossesOf(rows: readonly RenewalRow[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0) - (lossByItself(row) ?? 0));
  return [...sums].flatMap(([currency, sum]) => (sum > 0 ? [`−${shortMoney(sum, currency)} a year`] : []));
}

interface Props {
  /** The renewals that pass the other filters. */
  rows: readonly RenewalRow[];
  value: TileKey | '';
  onChange: (tile: TileKey | '') => void;
}

/** How many of a month's renewals are decided, and what they are worth. */
export function TilesFilter({ rows, value, onChange }: Props) {
  const tiles = useMemo(
    () =>
      (['', ...TILES] as const).map((key): Tile<TileKey> => {
        const counted = rows.filter(matchTile(key));
        const tone = TONES[key];
        return {
          key,
          label: LABELS[key],
          count: counted.length,
          notes: key === 'losing' ? lossesOf(counted) : notesOf(counted),
          ...(tone && { tone }),
        };
      }),
    [rows],
  );
  return <Tiles label="Renewals by how they stand" tiles={tiles} value={value} onChange={onChange} />;
}
