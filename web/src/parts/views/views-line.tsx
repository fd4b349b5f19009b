import ChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { Button } from '../../kit/button/button.tsx';
import { Disclosure } from '../../kit/button/disclosure.tsx';
import { TextButton } from '../../kit/button/text-button.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { useFitting } from '../../kit/layout/fitting.ts';
import type { SavedViews } from './saved-views.ts';
import { ViewLink, type ViewEntry } from './view-link.tsx';
import classes from './views-line.module.css';

// Most of the time nobody needs them.
const ViewActions = lazyPart(async () => (await import('./view-actions.tsx')).ViewActions);
const ViewsSheet = lazyPart(async () => (await import('./views-sheet.tsx')).ViewsSheet);

interface Props {
  saved: SavedViews;
  entries: readonly ViewEntry[];
}

/** The views of a list, and what can be done with the one that is open. */
export function ViewsLine({ saved, entries }: Props) {
  const narrow = useNarrow();
  const { query, screen, open, isNew } = saved;
  // Once it is there it stays, with what it has to say.
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && (isNew || open)) setUsed(true);
  return (
    <div className={classes.box}>
      <div className={classes.line} data-narrow={narrow || undefined}>
        {narrow ? <NarrowChoice saved={saved} entries={entries} /> : <Choice saved={saved} entries={entries} />}
        {isUsed && !narrow && (
          <Suspense>
            <ViewActions saved={saved} />
          </Suspense>
        )}
      </div>
      {screen !== undefined && query.isError && (
        <Alert>
          The saved views are not loaded. {query.error.message}{' '}
          <TextButton onPress={() => void query.refetch()}>Try again</TextButton>
        </Alert>
      )}
    </div>
  );
}

/** Each view as a link; those that do not fit stand under More. */
function Choice({ saved, entries }: Props) {
  const { box, fits } = useFitting<HTMLUListElement>(entries.map(({ name }) => name).join('\n'));
  const over = entries.slice(fits);
  const hidden = over.find(({ isCurrent }) => isCurrent);
  return (
    <nav aria-label="Views" className={classes.views}>
      <ul ref={box}>
        {entries.map((entry, at) => (
          <li key={entry.key} data-over={at >= fits || undefined}>
            <ViewLink entry={entry} saved={saved} className={classes.view} />
          </li>
        ))}
      </ul>
      {over.length > 0 && (
        <Disclosure
          label={hidden ? `More views, ${hidden.name} is shown` : 'More views'}
          className={classes.more}
          words={
            <>
              <span data-current={hidden ? '' : undefined}>{hidden ? hidden.name : 'More'}</span>
              {hidden && saved.isChanged && <i data-dot="" aria-hidden="true" />}
              <ChevronDown size={14} aria-hidden />
            </>
          }
        >
          {over.map((entry) => (
            <ViewLink key={entry.key} entry={entry} saved={saved} />
          ))}
        </Disclosure>
      )}
    </nav>
  );
}

/** On a small screen: which view is open, and the way to the others. */
function NarrowChoice({ saved, entries }: Props) {
  const [open, setOpen] = useState(false);
  const current = entries.find(({ isCurrent }) => isCurrent)?.name ?? '';
  return (
    <>
      <Button variant="default" className={classes.button ?? ''} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>View: {current}</span>
        {saved.isChanged && (
          <>
            <i data-dot="" aria-hidden="true" />
            <span className="visually-hidden">, changed</span>
          </>
        )}
        <ChevronDown size={14} aria-hidden />
      </Button>
      {open && (
        <Suspense>
          <ViewsSheet saved={saved} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
