import { Fragment, type ReactNode } from 'react';
import { Badge } from '../../kit/text/badge.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import { CountTable, type Count } from '../../kit/chart/count-table.tsx';
import { Panel } from '../../kit/layout/panel.tsx';
import type { Loading } from '../../kit/feedback/loading.ts';
import { useOpenedList } from './opened-list.ts';

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
  /** The kind of key, as the address names what is open. */
  kind: string;
  title: string;
  /** The heading of the keys. */
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
  /** Draws the dialog that a count opens. */
  children: (opened: Opened) => ReactNode;
}

/** Domains counted by a key, in a panel of its own; each count opens its domains. */
export function CountPanel({
  kind,
  title,
  heading,
  none,
  query,
  counts,
  lines,
  badges = false,
  wide,
  children,
}: Props) {
  const { opened, open, close } = useOpenedList(kind);
  const nameOf = (key: string) => (key === '' ? none : key);
  const draw = (key: string) => (badges && key !== '' ? <Badge word={key} /> : <Breakable text={nameOf(key)} />);
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
            onOpen={({ key }) => open(key)}
          />
        )}
      </Panel>
      {opened !== undefined && (
        <Fragment key={opened}>{children({ of: opened, name: nameOf(opened), onClose: close })}</Fragment>
      )}
    </>
  );
}
