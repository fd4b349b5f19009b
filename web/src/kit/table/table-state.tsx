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

/** Loading, failed, or empty; the specification's text first, then which it is. */
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
  if (view.total > 0) return null;
  return (
    <div className={classes.state} role="status">
      <p>{texts.empty}</p>
      {view.onClear ? (
        <p>
          No rows match these filters. <Way words="Clear filters" onPress={view.onClear} />
        </p>
      ) : (
        <>
          {texts.hint !== undefined && <p>{texts.hint}</p>}
          {texts.next}
        </>
      )}
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
