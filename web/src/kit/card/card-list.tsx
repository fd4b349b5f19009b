import { useRef, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import classes from './card-list.module.css';
import { Pager } from '../table/pager.tsx';
import { EmptyState, ErrorPanel } from '../feedback/panels.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { TableView } from '../table/types.ts';
import type { Loading } from '../feedback/loading.ts';
import type { RowIdentity } from '../edit/row-identity.ts';
import { StillWaiting } from '../feedback/waiting.tsx';

interface Props<Row> {
  /** For screen readers. */
  label: string;
  row: RowIdentity<Row>;
  view: Pick<TableView<Row>, 'rows' | 'total' | 'page' | 'size' | 'onPage' | 'onClear'>;
  query: Loading;
  /** Why there is nothing, what that list holds once there is something, and why nothing could be fetched. */
  texts: { readonly empty: string; readonly hint?: string; readonly failed: string };
  /** The next step where there is nothing: a button. */
  next?: ReactNode;
  /** Cards side by side, as many as have room. */
  isGrid?: boolean;
  /** The card of a row. */
  children: (row: Row) => ReactNode;
}

/** A list for people who open it twice a year: a card a row instead of a table, with the states and the pager of one. */
export function CardList<Row>(props: Props<Row>) {
  const { view, query, texts, next, isGrid = false } = props;
  if (query.isPending) return <Skeleton blocks={3} height={isGrid ? 320 : 200} isGrid={isGrid} />;
  return (
    <>
      {query.isError && (
        <ErrorPanel
          text={texts.failed}
          {...(query.error && { what: query.error.message })}
          onRetry={() => void query.refetch()}
        />
      )}
      {view.total === 0 && !query.isError && <Nothing texts={texts} onClear={view.onClear} next={next} />}
      {view.total > 0 && <Cards {...props} />}
    </>
  );
}

function Cards<Row>({ label, row, view, query, isGrid = false, children }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const { rows, total, page, size, onPage } = view;
  // The next page is read from its top.
  const turn = (to: number) => {
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
    onPage(to);
  };
  return (
    <>
      <ul
        ref={list}
        className={classes.list}
        data-grid={isGrid || undefined}
        data-single={total === 1 || undefined}
        aria-label={label}
        aria-busy={query.isFetching}
        tabIndex={-1}
      >
        {rows.map((one) => (
          <li key={row.key(one)}>{children(one)}</li>
        ))}
      </ul>
      {query.isFetching && <StillWaiting />}
      {(!isGrid || total > size) && <Pager label={label} total={total} page={page} size={size} onPage={turn} />}
    </>
  );
}

interface NothingProps {
  texts: Props<never>['texts'];
  onClear: (() => void) | undefined;
  next: ReactNode;
}

function Nothing({ texts: { empty, hint }, onClear, next }: NothingProps) {
  if (!onClear)
    return (
      <EmptyState text={empty} {...(hint !== undefined && { hint })}>
        {next}
      </EmptyState>
    );
  return (
    <EmptyState text="Nothing matches what you search for.">
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    </EmptyState>
  );
}
