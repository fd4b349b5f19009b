import { useRef, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import classes from './card-list.module.css';
import { Pager } from './pager.tsx';
import { EmptyState, ErrorPanel } from '../feedback/panels.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { TableView } from './types.ts';
import type { Loading } from '../feedback/loading.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import { StillWaiting } from '../feedback/waiting.tsx';

interface Props<Row> {
  /** For screen readers. */
  label: string;
  row: RowIdentity<Row>;
  view: Pick<TableView<Row>, 'rows' | 'total' | 'page' | 'size' | 'onPage' | 'onClear'>;
  query: Loading;
  /** Why there is nothing, and why nothing could be fetched. */
  texts: { readonly empty: string; readonly failed: string };
  /** The card of a row. */
  children: (row: Row) => ReactNode;
}

/** A list for people who open it twice a year: a card a row instead of a table, with the states and the pager of one. */
export function CardList<Row>({ label, row, view, query, texts, children }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const { rows, total, page, size, onPage, onClear } = view;
  // The next page is read from its top.
  const turn = (to: number) => {
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
    onPage(to);
  };
  if (query.isPending) return <Skeleton blocks={3} height={200} />;
  return (
    <>
      {query.isError && (
        <ErrorPanel
          text={texts.failed}
          {...(query.error && { what: query.error.message })}
          onRetry={() => void query.refetch()}
        />
      )}
      {total === 0 && !query.isError && <Nothing text={texts.empty} onClear={onClear} />}
      {total > 0 && (
        <>
          <ul ref={list} className={classes.list} aria-label={label} aria-busy={query.isFetching} tabIndex={-1}>
            {rows.map((one) => (
              <li key={row.key(one)}>{children(one)}</li>
            ))}
          </ul>
          {query.isFetching && <StillWaiting />}
          <Pager label={label} total={total} page={page} size={size} onPage={turn} />
        </>
      )}
    </>
  );
}

function Nothing({ text, onClear }: { text: string; onClear: (() => void) | undefined }) {
  if (!onClear) return <EmptyState text={text} />;
  return (
    <EmptyState text="Nothing matches what you search for.">
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  );
}
