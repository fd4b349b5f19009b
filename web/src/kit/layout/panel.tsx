import { useId, type ReactNode } from 'react';
import { COULD_NOT_FETCH } from '../feedback/failed-load.ts';
import classes from './panel.module.css';
import { EmptyState, ErrorPanel } from '../feedback/panels.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { Loading } from '../feedback/loading.ts';
import { StillWaiting } from '../feedback/waiting.tsx';

/** Panels beside each other as far as there is room. */
export const PanelGrid = ({ children }: { children: ReactNode }) => <div className={classes.grid}>{children}</div>;

interface Props<Data> {
  title: string;
  /** Next to the title: a total, how old it is. */
  beside?: ReactNode;
  query: Loading & { readonly data: Data | undefined };
  /** Said instead of the content where there is nothing to show. */
  empty: (data: Data) => string | undefined;
  /** How many lines of which height in pixels stand for the content while it is loaded. */
  skeleton: { readonly blocks: number; readonly height: number };
  /** Two places wide where there are two. */
  wide?: boolean;
  children: (data: Data) => ReactNode;
}

/** A part of a dashboard that loads, fails, is tried again and is empty by itself, whatever becomes of the others. */
export function Panel<Data>({ title, beside, query, empty, skeleton, wide = false, children }: Props<Data>) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={query.isPending} data-wide={wide || undefined} className={classes.panel}>
      <div className={classes.head}>
        <h2 id={id} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {beside}
      </div>
      <Content query={query} empty={empty} skeleton={skeleton} what={title}>
        {children}
      </Content>
    </section>
  );
}

type ContentProps<Data> = Pick<Props<Data>, 'query' | 'empty' | 'skeleton' | 'children'> & { what: string };

function Content<Data>({ query, empty, skeleton, what, children }: ContentProps<Data>) {
  const { data, error } = query;
  if (data === undefined && error)
    return (
      <ErrorPanel text={COULD_NOT_FETCH} what={`${what}: ${error.message}`} onRetry={() => void query.refetch()} />
    );
  if (data === undefined) return <Skeleton {...skeleton} />;
  const nothing = empty(data);
  return (
    <>
      {nothing === undefined ? children(data) : <EmptyState text={nothing} />}
      {query.isFetching && <StillWaiting />}
    </>
  );
}
