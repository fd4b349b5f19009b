import classes from './data-table.module.css';
import type { TableTexts, TableView } from './types.ts';
import type { Loading } from '../feedback/loading.ts';
import { TextButton } from '../button/text-button.tsx';
import { StillWaiting, Waiting } from '../feedback/waiting.tsx';

interface Props<Row> {
  query: Loading;
  view: TableView<Row>;
  texts: TableTexts;
}

/** In place of the rows: loading, failed, empty, or slow. */
export function TableState<Row>(props: Props<Row>) {
  const { isPending, isFetching } = props.query;
  return (
    <>
      <Standing {...props} />
      {isFetching && !isPending && <StillWaiting className={classes.state} />}
    </>
  );
}

/** Loading, failed, or empty: by itself, in the specification's text, or by its filters. */
function Standing<Row>({ query, view, texts }: Props<Row>) {
  const retry = <Way words="Try again" onPress={() => void query.refetch()} />;
  if (query.isPending)
    return (
      <div className={classes.state}>
        <Waiting {...(texts.loading !== undefined && { text: texts.loading })} />
      </div>
    );
  if (query.isError)
    return (
      <div className={classes.state} role="alert">
        {view.total === 0 && <p>{texts.empty}</p>}
        <p>
          {query.error?.message} {retry}
        </p>
      </div>
    );
  return view.total > 0 ? null : <Empty view={view} texts={texts} />;
}

/** Who has chosen no filter sees a list that is empty, though it may begin with one. */
function Empty<Row>({ view, texts }: Omit<Props<Row>, 'query'>) {
  const { empty, hint, next, rows = 'rows', unmatched = `No ${rows} match these filters.` } = texts;
  const clear = view.onClear && <Way words="Clear filters" onPress={view.onClear} />;
  if (clear && view.isUsual !== true)
    return (
      <div className={classes.state} role="status">
        <p>
          {unmatched} {clear}
        </p>
      </div>
    );
  return (
    <div className={classes.state} role="status">
      <p>{empty}</p>
      {hint !== undefined && <p>{hint}</p>}
      {clear ? <p>{clear}</p> : next}
    </div>
  );
}

/** A way out of the state; it goes as it is pressed, so the table takes the focus. */
function Way({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <TextButton
      onPress={({ currentTarget }) => {
        const table = currentTarget.closest('[role="status"], [role="alert"]')?.parentElement;
        table?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
        onPress();
      }}
    >
      {words}
    </TextButton>
  );
}
