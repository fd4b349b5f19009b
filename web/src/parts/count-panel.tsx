import { useState, type ReactNode } from 'react';
import { Badge } from '../kit/badge.tsx';
import { CountTable, type Count } from '../kit/count-table.tsx';
import { Panel } from '../kit/panel.tsx';
import type { Loading } from '../kit/table-types.ts';

const LINE_PX = 36;
const EMPTY = 'No Data Present';
const isEmpty = (counts: readonly Count[]) => (counts.some(({ count }) => count > 0) ? undefined : EMPTY);

interface Opened {
  readonly of: string;
  /** The key in words. */
  readonly name: string;
  readonly onClose: () => void;
}

interface Props {
  title: string;
  /** What stands above the keys. */
  heading: string;
  /** The empty key in words. */
  none: string;
  query: Loading;
  counts: readonly Count[] | undefined;
  /** How many keys there will be, about. */
  lines: number;
  /** The keys are states. */
  badges?: boolean;
  /** Two places wide where there are two: for long keys. */
  wide?: boolean;
  /** What a count opens. */
  children: (opened: Opened) => ReactNode;
}

/** Domains counted by a key, in a panel of its own; each count opens its domains. */
export function CountPanel({ title, heading, none, query, counts, lines, badges = false, wide, children }: Props) {
  const [opened, setOpened] = useState<string>();
  const nameOf = (key: string) => (key === '' ? none : key);
  const draw = (key: string) => (badges && key !== '' ? <Badge word={key} /> : nameOf(key));
  return (
    <>
      <Panel
        title={title}
        query={{ ...query, data: counts }}
        empty={isEmpty}
        wide={wide ?? false}
        skeleton={{ blocks: lines, height: LINE_PX }}
      >
        {(data) => (
          <CountTable
            label={title}
            heading={heading}
            counts={data}
            nameOf={nameOf}
            draw={draw}
            noun="domain"
            onOpen={({ key }) => setOpened(key)}
          />
        )}
      </Panel>
      {opened !== undefined && children({ of: opened, name: nameOf(opened), onClose: () => setOpened(undefined) })}
    </>
  );
}
