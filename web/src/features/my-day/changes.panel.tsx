import { weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import { Suspense } from 'react';
import { useCall } from '../../api/hooks.ts';
import { lazyPart } from '../../api/load-code.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { resultsWords, sinceWords, type Changes } from './model.ts';
import classes from './coverage.module.css';

const ChangesDialog = lazyPart(async () => (await import('./changes.dialog.tsx')).ChangesDialog);

/** It is about a week. */
const AGAIN_MS = 300_000;

function hintOf({ week, changes }: Changes): string {
  if (week === null) return 'From the first night on it is recorded how all renewals stand';
  const results = resultsWords(changes);
  return results.length === 0 ? 'Nothing has changed' : results.join(' · ');
}

/** What has changed since Monday, in money; pressed it tells of each renewal. `whose`: as in `PeoplePanel`. */
export function ChangesPanel({ whose }: { whose: string }) {
  const account = whose === '' ? {} : { account_id: Number(whose) };
  const { data, error, refetch } = useCall(weeklyChanges.since, account, { again: () => AGAIN_MS });
  const { opened, open, close } = useOpenDialog('dialog');
  if (error && !data)
    return <ErrorPanel text="Could not fetch the changes." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton blocks={1} height={52} />;
  return (
    <>
      <button type="button" className={classes.tile} onClick={() => open('changes')}>
        <b>{sinceWords(data)}</b> <span>{hintOf(data)}</span>
      </button>
      {opened === 'changes' && (
        <Suspense>
          <ChangesDialog usual={data} account={account} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
